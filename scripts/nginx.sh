# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# nginx.sh: run the real deploy/nginx/nimsum.conf without root, on 127.0.0.1, in front of two replicas. Sourced after
# lib.sh, never run.

nginx_under=() # a command to run it under, such as one that enters a network

# nginx_start DIR PORT REPLICA_A REPLICA_B [sed expression...]: the replicas as host:port; the expressions change the
# configuration further. Sets $nginx_pid. DIR/nimsum.keys must exist, and with TLS DIR/nimsum.crt and .key.
# shellcheck disable=SC2034 # the caller reads it
nginx_start() {
    local dir=$1 port=$2 a=$3 b=$4 expression
    shift 4
    local edit=(-e "s|listen 443 |listen 127.0.0.1:$port |" -e "s|server 127.0.0.1:8080 |server $a |"
        -e "s|server 127.0.0.1:8081 |server $b |" -e "s|/etc/nginx/|$dir/|")
    for expression in "$@"; do
        edit+=(-e "$expression")
    done
    sed "${edit[@]}" deploy/nginx/nimsum.conf >"$dir/nimsum.conf"
    {
        [ "$(id -u)" -ne 0 ] || echo 'user root;' # the folder is ours alone
        cat <<CONF
worker_processes auto;
pid $dir/nginx.pid;
error_log $dir/nginx-error.log;
events {}
http {
    access_log off;
    client_body_temp_path $dir/body;
    proxy_temp_path $dir/proxy;
    fastcgi_temp_path $dir/fastcgi;
    uwsgi_temp_path $dir/uwsgi;
    scgi_temp_path $dir/scgi;
    include $dir/nimsum.conf;
}
CONF
    } >"$dir/nginx.conf"
    PATH=$PATH:/usr/sbin "${nginx_under[@]}" nginx -p "$dir" -c "$dir/nginx.conf" -e "$dir/nginx-error.log" -g 'daemon off;' &
    nginx_pid=$!
}
