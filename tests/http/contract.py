# SPDX-License-Identifier: MIT
"""openapi.yaml as a judge: what it says about a request and its reply, and a validator for the schemas it uses.

It needs no Node, judges requests as well, and integers in all their digits; scripts/test-contract.sh lets Ajv, which is
not ours, judge the replies once more."""
import decimal
import json
import re
import urllib.parse

import yaml

METHODS = ("get", "put", "post", "delete", "patch")
ANNOTATIONS = {"description", "title", "summary", "examples", "default", "format"}


def reject_constant(text):
    raise ValueError("%s is not JSON" % text)


def unique_pairs(pairs):
    members = dict(pairs)
    if len(members) != len(pairs):
        raise ValueError("a key stands twice: %r" % [key for key, _ in pairs])
    return members


def exact_number(text):
    """A number in all its digits; one that no Decimal can hold is as good as infinite."""
    try:
        return decimal.Decimal(text)
    except decimal.InvalidOperation:
        return decimal.Decimal("Infinity")


def load_json(body, pairs=unique_pairs):
    """A JSON text with exact numbers and, in replies, without repeated keys."""
    return json.loads(body.decode("utf-8"), parse_float=exact_number, parse_constant=reject_constant,
                      parse_int=lambda text: int(text) if len(text) < 4000 else exact_number(text),
                      object_pairs_hook=pairs)


def is_number(value):
    return isinstance(value, (int, decimal.Decimal)) and not isinstance(value, bool)


def is_integer(value):
    return is_number(value) and (isinstance(value, int) or value == value.to_integral_value())


TYPES = {"object": lambda value: isinstance(value, dict), "array": lambda value: isinstance(value, list),
         "string": lambda value: isinstance(value, str), "boolean": lambda value: isinstance(value, bool),
         "integer": is_integer, "number": is_number, "null": lambda value: value is None}


def same(left, right):
    """Equality of JSON: true is not 1."""
    return left == right and isinstance(left, bool) == isinstance(right, bool)


class Contract:
    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            self.text = file.read()
        self.document = yaml.safe_load(self.text)
        self.paths = self.document["paths"]
        self.problems = {}  # code: (status, title), from the examples
        for example in self.examples():
            value = example.get("value")
            if isinstance(value, dict) and "code" in value:
                row = (value["status"], value["title"])
                if self.problems.setdefault(value["code"], row) != row:
                    raise ValueError("two rows for %s: %r" % (value["code"], row))

    def examples(self):
        """Every example of the document, wherever it stands."""
        def walk(node):
            if isinstance(node, dict):
                for key, value in node.items():
                    if key == "examples" and isinstance(value, dict):
                        yield from value.values()
                    else:
                        yield from walk(value)
            elif isinstance(node, list):
                for value in node:
                    yield from walk(value)
        return walk(self.document)

    def resolve(self, node):
        """What a node says itself or by its $ref."""
        while isinstance(node, dict) and "$ref" in node:
            target = self.document
            for step in node["$ref"].removeprefix("#/").split("/"):
                target = target[step.replace("~1", "/").replace("~0", "~")]
            node = target
        return node

    def template(self, target):
        """The path of the document that a request target means, or None."""
        path = target.split("?")[0]
        for template in self.paths:
            if re.fullmatch(re.sub(r"\\\{[^}]*\\\}", "[^/]+", re.escape(template)), path):
                return template
        return None

    def methods(self, template):
        """The methods that a path takes: those listed, and what the text promises besides."""
        listed = {method.upper() for method in self.paths[template] if method in METHODS}
        return listed | {"OPTIONS"} | ({"HEAD"} if "GET" in listed else set())

    def response(self, method, target, status):
        """The response that the document gives for a status, or None."""
        template = self.template(target)
        if template is None:
            return self.response("GET", "/", 404) if status == 404 else self.response("GET", "/healthz", status)
        listed = {name.upper(): operation for name, operation in self.paths[template].items()}
        operation = listed.get("GET" if method == "HEAD" else method)
        if operation is None:
            return self.response("GET", "/" if status in (404, 405) else "/healthz", status)
        responses = operation["responses"]
        return self.resolve(responses.get(str(status)))

    def faults(self, method, target, reply, body=None, headers=()):
        """What is wrong with a reply by the document, as a list of sentences."""
        if method == "OPTIONS" and reply.status < 300:
            return [] if reply.header("Allow") else ["OPTIONS without Allow"]
        response = self.response(method, target, reply.status)
        if response is None:
            return ["status %d is not documented" % reply.status]
        faults = [fault for name, header in response.get("headers", {}).items()
                  for fault in self._header_faults(name, self.resolve(header), reply.header(name))]
        if "content" not in response:
            return faults + (["a body: %.60r" % reply.body] if reply.body else [])
        if reply.media_type not in response["content"]:
            return faults + ["media type %r is not documented" % reply.media_type]
        if method == "HEAD":
            return faults
        schema = response["content"][reply.media_type]["schema"]
        text = not re.search("[/+]json$", reply.media_type)
        if not text and not reply.body.endswith(b"}\n"):
            faults.append("a JSON reply without a line feed at its end: %.60r" % reply.body[-60:])
        faults += self.validate(reply.body.decode("utf-8") if text else load_json(reply.body), schema)
        if method == "GET":
            faults += self._query_faults(target, reply)
        if method == "POST" and not any(line.lower().startswith("content-type: text/") for line in headers):
            faults += self._request_faults(target, reply, body)
        return faults

    def _header_faults(self, name, header, value):
        if value is None:
            return ["header %s is missing" % name] if header.get("required") else []
        return ["header %s: %s" % (name, fault) for fault in self.validate(value, header["schema"])]

    def _query_faults(self, target, reply):
        """As for a body: the parameters have to take what the service takes, and to refuse what it refuses."""
        operation = self.paths.get(self.template(target), {}).get("get", {})
        parameters = [parameter for parameter in map(self.resolve, operation.get("parameters", ()))
                      if parameter["in"] == "query"]
        if not parameters:
            return []
        faults = self.query(target.partition("?")[2], {parameter["name"]: parameter for parameter in parameters})
        faults += self.together(target.partition("?")[2], operation)
        if reply.status == 200:
            return ["the parameters: " + fault for fault in faults]
        shape = ("unknown-key", "duplicate-key", "missing-key", "wrong-type", "too-few")
        if reply.status == 422 and reply.json()["code"] in shape and not faults:
            return ["the parameters take what the service refuses"]
        return []

    @staticmethod
    def together(query, operation):
        """What the document says of parameters that exclude or need one another."""
        names = {urllib.parse.unquote(pair.partition("=")[0]) for pair in query.split("&")}
        among = operation.get("x-exactly-one", ())
        faults = [] if not among or len(names & set(among)) == 1 else ["not exactly one of %s" % ", ".join(among)]
        return faults + ["%s needs %s" % (name, other) for name, other in operation.get("x-needs", {}).items()
                         if name in names and other not in names]

    def query(self, query, parameters):
        """Hold a query against the parameters that an operation takes; a list of sentences."""
        faults, seen = [], set()
        lists = {}
        for pair in filter(None, query.split("&")):
            name, _, text = pair.partition("=")
            name = urllib.parse.unquote(name)
            schema = self.resolve(parameters[name]["schema"]) if name in parameters else {"type": None}
            if schema["type"] == "array":
                if (parameters[name].get("style"), parameters[name].get("explode")) != ("form", False):
                    raise ValueError("an array of another style: %s" % name)
                text = urllib.parse.unquote_plus(text).strip(" ")  # the document says: around items, + is a blank
                items = [self.scalar(item.strip(" "), schema["items"]) for item in text.split(",")] if text else []
                lists.setdefault(name, []).extend(items)  # and a list may stand again
            elif name not in parameters or name in seen:
                faults.append("%s is not known or stands twice" % name)
            else:
                faults += self.validate(self.scalar(urllib.parse.unquote(text), schema), schema, name)
            seen.add(name)
        for name, items in lists.items():
            faults += self.validate(items, self.resolve(parameters[name]["schema"]), name)
        return faults + ["%s is missing" % name for name, parameter in parameters.items()
                         if parameter.get("required") and name not in seen]

    def scalar(self, text, schema):
        """A value of a query by its schema: digits are a number where a number is wanted."""
        wanted = self.resolve(schema).get("type")
        return exact_number(text) if wanted == "integer" and re.fullmatch("[0-9]+", text) else text

    def _request_faults(self, target, reply, body):
        """The request's schema has to take what the service takes, and to refuse what is refused for its shape."""
        template = self.template(target)
        operation = self.paths.get(template, {}).get("post")
        if operation is None or "?" in target or body is None:
            return []
        schema = operation["requestBody"]["content"]["application/json"]["schema"]
        if reply.status == 200:
            return ["the request's schema: " + fault for fault in self.validate(load_json(body), schema)]
        shape = ("unknown-key", "missing-key", "wrong-type", "too-few", "conflicting-keys")
        if reply.status == 422 and reply.json()["code"] in shape and not self.validate(load_json(body, dict), schema):
            return ["the request's schema takes what the service refuses"]
        return []

    def validate(self, value, schema, place=""):
        """Hold a value against a schema; a list of sentences. A keyword that is not known here is an error."""
        if schema is True or schema is False:
            return [] if schema else ["%s must not be there" % (place or "the value")]
        faults = []
        for keyword, wanted in schema.items():
            if keyword in ANNOTATIONS:
                continue
            check = getattr(self, "keyword_" + keyword.strip("$"), None)
            if check is None:
                raise ValueError("the validator does not know the keyword %s" % keyword)
            faults += check(value, wanted, schema, place)
        return faults

    def keyword_ref(self, value, wanted, _schema, place):
        return self.validate(value, self.resolve({"$ref": wanted}), place)

    def keyword_type(self, value, wanted, _schema, place):
        return [] if TYPES[wanted](value) else ["%s is not of type %s: %.60r" % (place, wanted, value)]

    def keyword_const(self, value, wanted, _schema, place):
        return [] if same(value, wanted) else ["%s is %.60r, not %r" % (place, value, wanted)]

    def keyword_enum(self, value, wanted, _schema, place):
        return [] if any(same(value, word) for word in wanted) else ["%s is %.60r, none of %r" % (place, value, wanted)]

    def keyword_oneOf(self, value, wanted, _schema, place):
        tried = [self.validate(value, schema, place) for schema in wanted]
        if tried.count([]) == 1:
            return []
        return ["%s fits %d of %d schemas: %r" % (place, tried.count([]), len(wanted), tried)]

    def keyword_required(self, value, wanted, _schema, place):
        return ["%s lacks %s" % (place, key) for key in wanted if isinstance(value, dict) and key not in value]

    def keyword_properties(self, value, wanted, _schema, place):
        if not isinstance(value, dict):
            return []
        return [fault for key in wanted if key in value
                for fault in self.validate(value[key], wanted[key], "%s/%s" % (place, key))]

    def keyword_additionalProperties(self, value, wanted, schema, place):
        if not isinstance(value, dict):
            return []
        return [fault for key in value if key not in schema.get("properties", {})
                for fault in self.validate(value[key], wanted, "%s/%s" % (place, key))]

    def keyword_items(self, value, wanted, _schema, place):
        if not isinstance(value, list):
            return []
        return [fault for index, item in enumerate(value)
                for fault in self.validate(item, wanted, "%s/%d" % (place, index))]

    def keyword_minItems(self, value, wanted, _schema, place):
        return ["%s has too few items" % place] if isinstance(value, list) and len(value) < wanted else []

    def keyword_maxItems(self, value, wanted, _schema, place):
        return ["%s has too many items" % place] if isinstance(value, list) and len(value) > wanted else []

    def keyword_minLength(self, value, wanted, _schema, place):
        return ["%s is too short" % place] if isinstance(value, str) and len(value) < wanted else []

    def keyword_minimum(self, value, wanted, _schema, place):
        return ["%s is below %d" % (place, wanted)] if is_number(value) and value < wanted else []

    def keyword_maximum(self, value, wanted, _schema, place):
        return ["%s is above %d" % (place, wanted)] if is_number(value) and value > wanted else []

    def keyword_pattern(self, value, wanted, _schema, place):
        fits = not isinstance(value, str) or re.search(wanted.replace("$", r"\Z"), value)
        return [] if fits else ["%s does not match %s: %.60r" % (place, wanted, value)]
