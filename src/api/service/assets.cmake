# What is built into the daemon: path on the wire | media type | file, from the project's root.
set(ASSETS
  "/openapi.yaml|application/yaml|openapi.yaml"
  "/openapi.json|application/json|openapi.json"
  "/|text/html|web/home.html"
  "/favicon.ico|image/svg+xml|web/icon.svg"
  "/docs|text/html|web/docs.html"
  "/play|text/html|web/play.html")
foreach(name IN ITEMS style.css home.css article.css docs.css schema.css attempt.css play.css board.css why.css)
  list(APPEND ASSETS "/assets/${name}|text/css|web/${name}")
endforeach()
foreach(name IN ITEMS address.js home.js dom.js exact_json.js docs.js limits.js schema.js markdown.js attempt.js curl.js
                      play.js rules.js service.js game.js board.js bits.js arrays.js)
  list(APPEND ASSETS "/assets/${name}|text/javascript|web/${name}")
endforeach()
list(APPEND ASSETS "/assets/icon.svg|image/svg+xml|web/icon.svg" "/assets/board.svg|image/svg+xml|docs/board.svg")
