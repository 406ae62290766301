// SPDX-License-Identifier: MIT
// server.go: both games on net/http and encoding/json.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"net"
	"net/http"
	"strconv"
)

const modulus = 1000000007

type boardReply struct {
	Winner    string `json:"winner"`
	AliceWins bool   `json:"alice_wins"`
	Xor       uint64 `json:"xor"`
	Count     int    `json:"count"`
	Reason    string `json:"reason"`
}

type xorGameRequest struct {
	Nums   []uint64   `json:"nums"`
	Boards [][]uint64 `json:"boards"`
}

type xorGameReply struct {
	Results []boardReply `json:"results"`
}

type rangesRequest struct {
	Heaps    []uint64 `json:"heaps"`
	Queries  [][2]int `json:"queries"`
	Verdicts string   `json:"verdicts"`
}

type rangesReply struct {
	Verdicts    string `json:"verdicts"`
	Wins        int    `json:"wins"`
	WeightedSum uint64 `json:"weighted_sum"`
	Modulus     uint64 `json:"modulus"`
	Convention  string `json:"convention"`
	IndexBase   int    `json:"index_base"`
}

func answerBoard(nums []uint64) boardReply {
	reply := boardReply{Winner: "bob", Count: len(nums), Reason: "odd-count"}
	for _, number := range nums {
		reply.Xor ^= number
	}
	if reply.Xor == 0 {
		reply.Reason = "xor-zero"
	} else if len(nums)%2 == 0 {
		reply.Reason = "even-count"
	}
	if reply.Reason != "odd-count" {
		reply.Winner, reply.AliceWins = "alice", true
	}
	return reply
}

func answerXorGame(body *json.Decoder) (any, error) {
	var request xorGameRequest
	if err := body.Decode(&request); err != nil {
		return nil, err
	}
	if request.Boards == nil {
		return answerBoard(request.Nums), nil
	}
	results := make([]boardReply, len(request.Boards))
	for i, board := range request.Boards {
		results[i] = answerBoard(board)
	}
	return xorGameReply{results}, nil
}

func answerRanges(body *json.Decoder) (any, error) {
	var request rangesRequest
	if err := body.Decode(&request); err != nil {
		return nil, err
	}
	prefix := make([]uint64, len(request.Heaps)+1)
	for i, heap := range request.Heaps {
		prefix[i+1] = prefix[i] ^ heap
	}
	reply := rangesReply{Modulus: modulus, Convention: "normal", IndexBase: 1}
	bits := make([]byte, len(request.Queries))
	for i, query := range request.Queries {
		l, r := query[0], query[1]
		if l < 1 || r < l || r > len(request.Heaps) {
			return nil, errors.New("query " + strconv.Itoa(i))
		}
		bits[i] = '0'
		reply.WeightedSum = 2 * reply.WeightedSum % modulus
		if prefix[r] != prefix[l-1] {
			bits[i] = '1'
			reply.Wins++
			reply.WeightedSum = (reply.WeightedSum + 1) % modulus
		}
	}
	reply.Verdicts = string(bits)
	return reply, nil
}

func serve(answer func(*json.Decoder) (any, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		reply, err := answer(json.NewDecoder(r.Body))
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		body, err := json.Marshal(reply)
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Content-Length", strconv.Itoa(len(body)))
		w.Write(body)
	}
}

func main() {
	http.HandleFunc("/xor-game", serve(answerXorGame))
	http.HandleFunc("/nim/ranges", serve(answerRanges))
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("listening on http://%s\n", listener.Addr())
	log.Fatal(http.Serve(listener, nil))
}
