#!/bin/sh
# planet-crew <command> ...: runs a command of Planet Crew, such as "planet-crew admin list".
set -eu
command=${1:?"Say which command, such as: planet-crew admin list"}
shift
cd /opt/planet-crew
exec runuser -u planet-crew -- node_modules/.bin/node --env-file=/etc/planet-crew/planet-crew.env "tools/$command.ts" "$@"
