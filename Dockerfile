# Sightline in a container: src/web/docs/operate.md says how it is run.

FROM node:24-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# The image has a Node 24 itself.
RUN npm ci --omit=dev && rm -rf node_modules/node-linux-* node_modules/.bin/node

FROM node:24-bookworm-slim
WORKDIR /app
# The command `sightline` for `docker exec`, and the only folder that is written to.
RUN ln -s /app/src/bin/sightline.mjs /usr/local/bin/sightline && install -d -o node -g node -m 0700 /data
COPY --from=packages /app/node_modules ./node_modules
COPY package.json tsconfig.json LICENSE ./
COPY sql ./sql
COPY spec ./spec
COPY src ./src
# Bundles the contract: the program may not write there.
RUN node src/contract/document/document.ts
# Compiled TypeScript is kept in TMPDIR, so that the rest may be read-only.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/data TMPDIR=/data/tmp
USER node
VOLUME /data
EXPOSE 8080
# Whether it lives, asked by the shell: a node of its own for each question would cost more than the answer.
HEALTHCHECK --interval=10s --timeout=3s --start-period=2m --retries=3 CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/$PORT && printf 'GET /health HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: close\\r\\n\\r\\n' >&3 && read -r _ status _ <&3 && test \"$status\" = 200"]
# No npm in between: node is the first process and gets SIGTERM itself.
ENTRYPOINT ["node", "src/bin/sightline.mjs"]
CMD ["start"]
