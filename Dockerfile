# The guide's page on publishing says how to build and run it.
FROM node:22-bookworm-slim
RUN install -d -o node -g node /feedbook /feedbook/data
USER node
WORKDIR /feedbook
COPY --chown=node:node package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev
COPY --chown=node:node . .
VOLUME /feedbook/data
EXPOSE 8080
# The name by which browsers ask. Requests by other names are refused, but for those of loopback.
ENV FEEDBOOK_HOST=localhost
CMD ["sh", "-c", "npm run build && exec node loaders/run.mjs loaders/cli.ts serve --host \"$FEEDBOOK_HOST\""]
