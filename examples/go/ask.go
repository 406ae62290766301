// SPDX-License-Identifier: MIT
// Ask plays both games on nimsum and shows a refusal: go run ask.go [URL]
package main

import (
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"os"
	"strings"
)

type reply struct {
	Winner                string
	Verdicts              []bool
	Code, Pointer, Detail string // of a request that is refused: a problem (RFC 9457)
}

// ask posts body and decodes the reply; one of another status than wanted ends the program, and says why.
func ask(path, body string, wanted int) (told reply) {
	url := "http://127.0.0.1:8080"
	if len(os.Args) > 1 {
		url = os.Args[1]
	}
	response, err := http.Post(url+path, "application/json", strings.NewReader(body))
	if err != nil {
		log.Fatal(err)
	}
	defer response.Body.Close()
	if err := json.NewDecoder(response.Body).Decode(&told); err != nil || response.StatusCode != wanted {
		log.Fatalln(response.Status, told.Detail)
	}
	return told
}

func main() {
	fmt.Println("chalkboard:", ask("/xor-game", `{"nums":[1,1,2]}`, http.StatusOK).Winner, "wins")
	for i, first := range ask("/nim/ranges", `{"heaps":[1,2,2],"queries":[[1,2],[2,3]]}`, http.StatusOK).Verdicts {
		fmt.Printf("nim query %d: %s player wins\n", i, map[bool]string{true: "first", false: "second"}[first])
	}
	no := ask("/nim/ranges", `{"heaps":[1,2,2],"queries":[[2,9]]}`, http.StatusUnprocessableEntity)
	fmt.Printf("refused: %s at %s: %s\n", no.Code, no.Pointer, no.Detail)
}
