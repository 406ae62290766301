// Ask plays both games on nimsum and shows a refusal: go run ask.go http://127.0.0.1:8080
package main

import (
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"os"
	"strings"
)

// Problem is the answer to a request that is refused (RFC 9457).
type Problem struct{ Code, Pointer, Detail string }

func (p Problem) Error() string { return p.Code + " at " + p.Pointer + ": " + p.Detail }

// ask posts body and decodes the answer into a Reply, or into the Problem that is its error.
func ask[Reply any](path, body string) (reply Reply, err error) {
	response, err := http.Post(os.Args[1]+path, "application/json", strings.NewReader(body))
	if err != nil {
		return reply, err
	}
	defer response.Body.Close()
	decoder := json.NewDecoder(response.Body)
	if response.StatusCode == http.StatusOK {
		return reply, decoder.Decode(&reply)
	}
	problem := Problem{Detail: response.Status}
	_ = decoder.Decode(&problem) // what is no problem came from a proxy, and its status says enough
	return reply, problem
}

func main() {
	board, err := ask[struct{ Winner string }]("/xor-game", `{"nums":[1,1,2]}`)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("chalkboard:", board.Winner, "wins")
	nim, err := ask[struct{ Verdicts []bool }]("/nim/ranges", `{"heaps":[1,2,2],"queries":[[1,2],[2,3]]}`)
	if err != nil {
		log.Fatal(err)
	}
	for i, first := range nim.Verdicts {
		fmt.Printf("nim query %d: %s player wins\n", i, map[bool]string{true: "first", false: "second"}[first])
	}
	_, err = ask[struct{}]("/nim/ranges", `{"heaps":[1,2,2],"queries":[[2,9]]}`)
	fmt.Println("refused:", err)
}
