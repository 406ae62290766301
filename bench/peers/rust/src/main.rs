// SPDX-License-Identifier: MIT
//! Both games on hyper, with serde_json reading straight into typed structures.
use hyper::service::{make_service_fn, service_fn};
use hyper::{body, header, Body, Request, Response, Server, StatusCode};
use serde::{Deserialize, Serialize};
use std::convert::Infallible;

const MODULUS: u64 = 1_000_000_007;

type Failure = Box<dyn std::error::Error + Send + Sync>;

#[derive(Deserialize)]
struct XorGameRequest {
    nums: Option<Vec<u64>>,
    boards: Option<Vec<Vec<u64>>>,
}

#[derive(Serialize)]
struct BoardReply {
    winner: &'static str,
    alice_wins: bool,
    xor: u64,
    count: usize,
    reason: &'static str,
}

#[derive(Serialize)]
struct BatchReply {
    results: Vec<BoardReply>,
}

#[derive(Deserialize)]
struct RangesRequest {
    heaps: Vec<u64>,
    queries: Vec<(usize, usize)>,
}

#[derive(Serialize)]
struct RangesReply {
    verdicts: String,
    wins: u64,
    weighted_sum: u64,
    modulus: u64,
    convention: &'static str,
    index_base: u64,
}

fn answer_board(nums: &[u64]) -> BoardReply {
    let xor = nums.iter().fold(0, |x, number| x ^ number);
    let reason = if xor == 0 {
        "xor-zero"
    } else if nums.len() % 2 == 0 {
        "even-count"
    } else {
        "odd-count"
    };
    let alice_wins = reason != "odd-count";
    let winner = if alice_wins { "alice" } else { "bob" };
    BoardReply { winner, alice_wins, xor, count: nums.len(), reason }
}

fn answer_xor_game(body: &[u8]) -> Result<Vec<u8>, Failure> {
    let XorGameRequest { nums, boards } = serde_json::from_slice(body)?;
    if let Some(nums) = nums {
        return Ok(serde_json::to_vec(&answer_board(&nums))?);
    }
    let boards = boards.ok_or("neither nums nor boards")?;
    let results = boards.iter().map(|board| answer_board(board)).collect();
    Ok(serde_json::to_vec(&BatchReply { results })?)
}

fn answer_ranges(body: &[u8]) -> Result<Vec<u8>, Failure> {
    let RangesRequest { heaps, queries } = serde_json::from_slice(body)?;
    let mut prefix = Vec::with_capacity(heaps.len() + 1);
    let mut x = 0;
    prefix.push(x);
    for heap in &heaps {
        x ^= heap;
        prefix.push(x);
    }
    let mut verdicts = String::with_capacity(queries.len());
    let (mut wins, mut weighted_sum) = (0, 0);
    for (i, &(l, r)) in queries.iter().enumerate() {
        if l < 1 || r < l || r > heaps.len() {
            return Err(format!("query {i}").into());
        }
        let f = u64::from(prefix[r] != prefix[l - 1]);
        verdicts.push(if f == 1 { '1' } else { '0' });
        wins += f;
        weighted_sum = (2 * weighted_sum + f) % MODULUS;
    }
    let reply = RangesReply {
        verdicts,
        wins,
        weighted_sum,
        modulus: MODULUS,
        convention: "normal",
        index_base: 1,
    };
    Ok(serde_json::to_vec(&reply)?)
}

async fn answer(request: Request<Body>) -> Result<Vec<u8>, Failure> {
    let ranges = request.uri().path() == "/nim/ranges";
    let body = body::to_bytes(request.into_body()).await?;
    if ranges {
        answer_ranges(&body)
    } else {
        answer_xor_game(&body)
    }
}

async fn serve(request: Request<Body>) -> Result<Response<Body>, Infallible> {
    let (status, body) = match answer(request).await {
        Ok(body) => (StatusCode::OK, body),
        Err(failure) => (StatusCode::BAD_REQUEST, failure.to_string().into_bytes()),
    };
    let mut response = Response::new(Body::from(body));
    *response.status_mut() = status;
    let json = header::HeaderValue::from_static("application/json");
    response.headers_mut().insert(header::CONTENT_TYPE, json);
    Ok(response)
}

/// One thread, as every server here that has the choice.
fn main() -> Result<(), Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let service = make_service_fn(|_| async { Ok::<_, Infallible>(service_fn(serve)) });
        let server = Server::bind(&([127, 0, 0, 1], 0).into()).tcp_nodelay(true).serve(service);
        println!("listening on http://{}", server.local_addr());
        Ok(server.await?)
    })
}
