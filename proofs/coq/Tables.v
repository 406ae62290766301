(* SPDX-License-Identifier: MIT *)
(* Tables.v: no theorem, but what the definitions of the other files compute on samples, printed for
   proofs/seam, where the C library is held to it row by row.

   A row is a list of numbers; true is 1 and false is 0. What its columns mean stands beside each table. *)
From Nimsum Require Import Chalkboard NimVerdict Ranges WeightedSum Remoteness.
From Coq Require Import String.

Definition convention_number (c : convention) : N := N.b2n (is_misere c).
Definition both := [normal; misere].
Definition size {A} (l : list A) : N := N.of_nat (List.length l).

(* All lists of exactly n numbers below 4, and of at most n. *)
Fixpoint lists (n : nat) : list (list N) :=
  match n with
  | O => [[]]
  | S n => flat_map (fun rest => map (fun a => a :: rest) [0; 1; 2; 3]) (lists n)
  end.

Definition lists_up_to (n : nat) : list (list N) := flat_map lists (seq 0 (S n)).

(* Numbers where widths and signs end. *)
Definition edges : list N :=
  [0; 1; 2; 3; 4; 5; 2 ^ 31 - 1; 2 ^ 31; 2 ^ 32 - 1; 2 ^ 32; 2 ^ 32 + 1; 2 ^ 62; 2 ^ 63 - 1; 2 ^ 63;
   2 ^ 63 + 1; 2 ^ 64 - 2; 2 ^ 64 - 1].

(* Pairs and triples of them, and other lists with large numbers. *)
Definition large_lists : list (list N) :=
  flat_map (fun a => flat_map (fun b => [[a; b]; [b; 1; a]])
      [5; 2 ^ 31 - 1; 2 ^ 32 + 1; 2 ^ 62; 2 ^ 63; 2 ^ 64 - 2])
    [3; 2 ^ 31; 2 ^ 32 - 1; 2 ^ 32; 2 ^ 63 - 1; 2 ^ 63; 2 ^ 64 - 1]
  ++ map (fun a => [a]) edges
  ++ [[3; 4; 5]; [1; 1; 2]; [0; 1; 1]; [7; 7; 1; 2]; [1; 4; 2; 3]; [2; 2; 0; 0; 0]; [1; 1; 1; 1; 1; 1; 1];
      [2 ^ 64 - 1; 2 ^ 64 - 1; 2 ^ 64 - 1]; [2 ^ 63 - 1; 1]; [2 ^ 62; 2 ^ 62; 1; 1];
      [12345; 67890; 13579; 24680; 99999; 1; 0; 54321]].

(* verdict: nim-sum, large heaps, misere; first player wins. All there is to it: 0 or not, none or some. *)
Definition verdict_table : list (list N) :=
  flat_map (fun x => flat_map (fun k => map (fun c =>
    [x; k; convention_number c; N.b2n (first_player (winning_rule x c k))]) both) [0; 1]) [0; 1].

(* rule: nim-sum, misere, large heaps; first player wins, bit, change. *)
Definition rule_row (x k : N) (c : convention) : list N :=
  let r := winning_rule x c k in
  [x; convention_number c; k; N.b2n (first_player r); bit r; change r].

Definition rule_table : list (list N) :=
  flat_map (fun x => flat_map (fun k => map (rule_row x k) both) [0; 1; 2; 3; 2 ^ 32; 2 ^ 64 - 1])
    (edges ++ map (fun i => 2 ^ N.of_nat i) (seq 3 28)).

(* board: n, the numbers; XOR, Alice wins, reason (0 XOR zero, 1 even count, 2 odd count), and for each
   number whether erasing it wins. *)
Definition reason_number (r : reason) : N :=
  match r with xor_zero => 0 | even_count => 1 | odd_count => 2 end.

Definition board_row (board : list N) : list N :=
  let x := xor_sum board in
  let n := List.length board in
  N.of_nat n :: board ++ [x; N.b2n (alice_wins x n); reason_number (decide x n)] ++
  map (fun a => N.b2n (Chalkboard.move_wins x n a)) board.

Definition board_table : list (list N) := map board_row (lists_up_to 3 ++ large_lists).

(* position: misere, n, the heaps; first player wins, nim-sum, large heaps, winning moves, remoteness
   below 2^63, remoteness or 0, and for each heap what the winning move takes from it or 0. *)
Definition position_row (heaps : list N) (c : convention) : list N :=
  let r := rule c heaps in
  let m := remoteness c heaps in
  let known := m <? 2 ^ 63 in
  convention_number c :: size heaps :: heaps ++
  [N.b2n (first_player r); xor_sum heaps; large_heaps heaps; winning_move_count c heaps;
   N.b2n known; if known then m else 0] ++
  map (fun h => if first_player r then take_from r h else 0) heaps.

Definition position_table : list (list N) :=
  flat_map (fun heaps => map (position_row heaps) both) (lists_up_to 4 ++ large_lists).

(* range: misere, n, the heaps, then for each first <= last: verdict, heap and amount of the first
   winning move (0 and 0 where there is none), winning moves. *)
Fixpoint first_move (r : winning) (number : N) (heaps : list N) : list N :=
  match heaps with
  | [] => [0; 0]
  | h :: rest => if N.testbit h (bit r) then [number; take_from r h] else first_move r (number + 1) rest
  end.

Definition range_cells (c : convention) (heaps : list N) (begin last : nat) : list N :=
  let r := range_rule c heaps begin last in
  let part := range heaps begin last in
  N.b2n (first_wins c heaps begin last) ::
  (if first_player r then first_move r (N.of_nat begin) part else [0; 0]) ++
  [winning_move_count c part].

Definition range_row (heaps : list N) (c : convention) : list N :=
  let n := List.length heaps in
  convention_number c :: N.of_nat n :: heaps ++
  flat_map (fun begin => flat_map (range_cells c heaps begin) (seq begin (n - begin))) (seq 0 n).

Definition range_table : list (list N) :=
  flat_map (fun heaps => map (range_row heaps) both)
    ([[1; 2; 2]; [0; 1; 1; 0; 2; 3; 1; 1; 0; 5; 4; 1]; [1; 1; 1; 1; 1]; [0; 0]; edges; rev edges] ++ lists 3).

(* query: bits of a number, base, heaps, l, r; whether that is a range. *)
Definition query_table : list (list N) :=
  flat_map (fun w => flat_map (fun base => flat_map (fun l => map (fun r =>
    [w; base; 5; l; r; N.b2n (is_range w base 5 l r)]) [0; 1; 4; 5; 6; 2 ^ w - 1])
    [0; 1; 2; 4; 5; 6; 2 ^ w - 1]) [0; 1]) [32; 64].

(* sum: m, the words that hold m verdicts; their weighted sum by the contest's definition, wins. *)
Fixpoint words (count : nat) (verdicts : list bool) : list N :=
  match count with
  | O => []
  | S count =>
      let block := firstn 64 verdicts in
      weighted block * 2 ^ (64 - size block) :: words count (skipn 64 verdicts)
  end.

Definition sum_row (verdicts : list bool) : list N :=
  let m := List.length verdicts in
  N.of_nat m :: words (Nat.div (m + 63) 64) verdicts ++
  [weighted verdicts mod modulus; size (filter (fun f => f) verdicts)].

(* Some verdicts that look like coins: bits of the powers of 3. *)
Definition coins (m : nat) : list bool := map (fun i => N.testbit (3 ^ 200) (N.of_nat i)) (seq 0 m).

Definition sum_table : list (list N) :=
  flat_map (fun m => map sum_row [repeat true m; true :: repeat false m; coins m])
    ([0; 1; 2; 29; 30; 31; 32; 33; 62; 63; 64; 65; 66; 100; 127; 128; 129; 191; 192; 193; 256; 300]%nat).

(* step: sum, word, bits; the sum after it. *)
Definition step_table : list (list N) :=
  flat_map (fun sum => flat_map (fun word => map (fun bits => [sum; word; bits; step sum word bits])
    [1; 2; 29; 30; 31; 32; 63; 64]) [0; 1; 2 ^ 63; 2 ^ 64 - 1; 3 ^ 40])
    [0; 1; 2 ^ 29; modulus - 1].

Set Printing Width 1000000.
Set Printing Depth 1000000.
Eval vm_compute in ("verdict"%string, verdict_table).
Eval vm_compute in ("rule"%string, rule_table).
Eval vm_compute in ("board"%string, board_table).
Eval vm_compute in ("position"%string, position_table).
Eval vm_compute in ("range"%string, range_table).
Eval vm_compute in ("query"%string, query_table).
Eval vm_compute in ("sum"%string, sum_table).
Eval vm_compute in ("step"%string, step_table).
