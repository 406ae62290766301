// SPDX-License-Identifier: MIT
// parse_simdjson.cpp: the headline body through simdjson's on-demand reader, its fastest.
#include <simdjson.h>

#include <cstdlib>
#include <vector>

#include "parse.h"

struct parsed parse_simdjson(const char *text, size_t size)
{
    // Never freed: the result borrows from them.
    auto *heaps = new std::vector<uint32_t>, *queries = new std::vector<uint32_t>;
    try {
        simdjson::ondemand::parser parser;
        simdjson::ondemand::document document =
            parser.iterate(text, size, size + simdjson::SIMDJSON_PADDING);
        for (uint64_t heap : document["heaps"].get_array()) {
            heaps->push_back(static_cast<uint32_t>(heap));
        }
        for (auto row : document["queries"].get_array()) {
            for (uint64_t end : row.get_array()) {
                queries->push_back(static_cast<uint32_t>(end));
            }
        }
    } catch (const simdjson::simdjson_error &) {
        std::exit(1);
    }
    return {heaps->data(), queries->data(), heaps->size(), queries->size() / 2};
}
