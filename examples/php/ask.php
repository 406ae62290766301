<?php
// SPDX-License-Identifier: MIT
// php ask.php [URL]: both games with PHP's own streams, and a request that is refused.
declare(strict_types=1);

final class Problem extends Exception {}

function ask(string $path, array $body): array
{
    global $argv;
    $reply = file_get_contents(($argv[1] ?? 'http://127.0.0.1:8080') . $path, false, stream_context_create(['http' => [
        'method' => 'POST',
        'header' => 'Content-Type: application/json',
        'content' => json_encode($body, JSON_THROW_ON_ERROR),
        'timeout' => 10,
        'ignore_errors' => true, // a problem's body is wanted, too
    ]]));
    if ($reply === false) {
        throw new RuntimeException("$path: no reply");
    }
    $value = json_decode($reply, true, flags: JSON_THROW_ON_ERROR);
    if (in_array('Content-Type: application/problem+json', $http_response_header, true)) {
        throw new Problem("{$value['code']} at {$value['pointer']}: {$value['detail']}");
    }
    return $value;
}

echo 'chalkboard: ', ask('/xor-game', ['nums' => [1, 1, 2]])['winner'], " wins\n";
$reply = ask('/nim/ranges', ['heaps' => [1, 2, 2], 'queries' => [[1, 2], [2, 3]]]);
foreach ($reply['verdicts'] as $query => $first) {
    echo "nim query $query: ", $first ? 'first' : 'second', " player wins\n";
}
try {
    ask('/nim/ranges', ['heaps' => [1, 2, 2], 'queries' => [[2, 9]]]);
} catch (Problem $problem) {
    echo 'refused: ', $problem->getMessage(), "\n";
}
