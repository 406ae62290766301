/* SPDX-License-Identifier: MIT */
/* check_media_type.c, of src/api/media_type.c: what a Content-Type says, row by row. */
#include "api/media_type.h"

#include "run_tests.h"

#include <check.h>

static const struct {
    const char *field;
    enum media media;
} fields[] = {
    {NULL, MEDIA_JSON},
    {"application/json", MEDIA_JSON},
    {"Application/JSON", MEDIA_JSON},
    {"application/json;", MEDIA_JSON},
    {"application/json ; ; ", MEDIA_JSON},
    {" \tapplication/json\t ", MEDIA_JSON},
    {"application/json;charset=utf-8", MEDIA_JSON},
    {"application/json; charset=UTF-8", MEDIA_JSON},
    {"application/json\t;\tCharSet=\"Utf-8\"\t", MEDIA_JSON},
    {"application/json; charset=utf8", MEDIA_JSON},
    {"application/json; charset=utf-8; profile=x", MEDIA_JSON},
    {"application/json; profile=\"a;charset=latin1\"", MEDIA_JSON},
    {"application/json; profile=charset", MEDIA_JSON},
    {"application/json; xcharset=latin1", MEDIA_JSON},
    {"application/json; charsetx=latin1", MEDIA_JSON},
    {"application/json; charset", MEDIA_JSON},
    {"application/problem+json", MEDIA_JSON},
    {"application/vnd.api+JSON; version=1", MEDIA_JSON},
    {"application/x-www-form-urlencoded", MEDIA_JSON},
    {"application/x-www-form-urlencoded; charset=UTF-8", MEDIA_JSON},

    {"text/plain", MEDIA_TEXT},
    {"TEXT/Plain", MEDIA_TEXT},
    {"text/plain;charset=UTF-8", MEDIA_TEXT}, /* what fetch() sends with a string */
    {"text/plain; format=flowed", MEDIA_TEXT},

    {"application/json; charset=latin1", MEDIA_OTHER_CHARSET},
    {"application/json; charset=utf-16", MEDIA_OTHER_CHARSET},
    {"application/json; charset=utf-8x", MEDIA_OTHER_CHARSET},
    {"application/json; charset=utf-", MEDIA_OTHER_CHARSET},
    {"application/json; charset=", MEDIA_OTHER_CHARSET},
    {"application/json; charset=\"\"", MEDIA_OTHER_CHARSET},
    {"application/json; charset=utf-8; charset=latin1", MEDIA_OTHER_CHARSET},
    {"application/json; charset=latin1; charset=utf-8", MEDIA_OTHER_CHARSET},
    {"text/plain; CHARSET=iso-8859-1", MEDIA_OTHER_CHARSET},

    {"", MEDIA_OTHER},
    {" ", MEDIA_OTHER},
    {";charset=utf-8", MEDIA_OTHER},
    {"json", MEDIA_OTHER},
    {"+json", MEDIA_OTHER},
    {"application/", MEDIA_OTHER},
    {"application/jso", MEDIA_OTHER},
    {"application/jsonx", MEDIA_OTHER},
    {"application/json+", MEDIA_OTHER},
    {"application/xml", MEDIA_OTHER},
    {"application/xml; charset=latin1", MEDIA_OTHER},
    {"application /json", MEDIA_OTHER},
    {"text/plain+xml", MEDIA_OTHER},
    {"text/html", MEDIA_OTHER},
    {"multipart/form-data; boundary=x", MEDIA_OTHER},
    {"application/json, application/json", MEDIA_OTHER},
    {"application/json application/json", MEDIA_OTHER},
    {"application/json; charset=utf-8, text/plain", MEDIA_OTHER},
    {"application/json; charset=\"utf-8\"x", MEDIA_OTHER},
    {"application/json; a b", MEDIA_OTHER},
    {"application/json; charset=\"utf-8", MEDIA_OTHER}, /* never closed */
    {"application/json; profile=\"", MEDIA_OTHER},
    {"text/plain; charset=\"", MEDIA_OTHER},
};

START_TEST(test_field)
{
    enum media media = media_type_of(fields[_i].field);
    ck_assert_msg(media == fields[_i].media, "\"%s\": %d, not %d",
                  fields[_i].field == NULL ? "(none)" : fields[_i].field, (int)media,
                  (int)fields[_i].media);
}
END_TEST

int main(void)
{
    TCase *tcase = tcase_create("fields");
    tcase_add_loop_test(tcase, test_field, 0, (int)COUNT_OF(fields));
    return run_tests(tcase);
}
