FROM debian:trixie-slim AS build
RUN apt-get update \
    && apt-get install -y --no-install-recommends \
        gcc libc6-dev cmake make pkg-config libmicrohttpd-dev libcjson-dev libxxhash-dev \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY . .
RUN cmake --preset release -DNIMSUM_TESTS=OFF \
    && cmake --build --preset release --target nimsumd -j "$(nproc)" \
    && strip build/release/nimsumd

FROM debian:trixie-slim
LABEL org.opencontainers.image.title="nimsum" \
      org.opencontainers.image.description="HTTP JSON service that decides impartial games by their nim-sum" \
      org.opencontainers.image.version="1.0.0" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.vendor="The nimsum authors"
RUN apt-get update \
    && apt-get install -y --no-install-recommends libmicrohttpd12t64 libcjson1 libxxhash0 \
    && rm -rf /var/lib/apt/lists/*
COPY --from=build /src/build/release/nimsumd /usr/local/bin/nimsumd
COPY LICENSE /usr/share/doc/nimsum/LICENSE
USER 65532:65532
EXPOSE 8080
STOPSIGNAL SIGTERM
# A variable and not an argument, so that the health check asks where the service listens.
ENV NIMSUM_LISTEN=0.0.0.0:8080 NIMSUM_LOG_LEVEL=info
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s --retries=3 \
    CMD ["/usr/local/bin/nimsumd", "--health-check"]
ENTRYPOINT ["/usr/local/bin/nimsumd"]
