/* openapi_text.h: openapi.yaml as built into the daemon (embed.cmake). */
#ifndef NIMSUM_API_OPENAPI_TEXT_H
#define NIMSUM_API_OPENAPI_TEXT_H

#include <stddef.h>

extern const char *const openapi_text;
extern const size_t openapi_text_size;

#endif
