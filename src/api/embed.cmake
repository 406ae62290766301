# Write the bytes of INPUT as the array openapi_text of a C file OUTPUT.
file(READ ${INPUT} bytes HEX)
string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
string(REGEX REPLACE "(................................................................................)" "\\1\n" bytes "${bytes}")
file(WRITE ${OUTPUT} "#include \"openapi_text.h\"\n\nstatic const unsigned char bytes[] = {\n${bytes}};\n"
  "const char *const openapi_text = (const char *)bytes;\nconst size_t openapi_text_size = sizeof bytes;\n")
