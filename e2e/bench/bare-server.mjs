/**
 * A plain Node HTTP server in its own process, like the bridge: the baselines for what a call over loopback
 * costs. `PUT /answer` stores a response and `POST /answer` returns it. `POST /from-browser` returns it too,
 * but from a worker of the page at `/`: it waits for requests by fetch and uploads the same bytes by fetch,
 * which is the least that a body from a browser costs.
 */
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';

const page = '<!doctype html><script>new Worker("/worker.js")</script>';
const worker = `
let body;
for (;;) {
  const isNew = await (await fetch('/next')).json();
  if (isNew) body = await (await fetch('/answer', { method: 'POST' })).arrayBuffer();
  await fetch('/upload', { method: 'POST', body });
}`;

let answer = { type: '', body: Buffer.alloc(0) };
/** Whether the worker does not have this answer yet. */
let isNew = true;
/** The worker's request for work, and the client's request that it is to answer. */
let waitingWorker = null;
let waitingClient = null;

function handOver() {
  if (waitingWorker === null || waitingClient === null) return;
  waitingWorker.end(JSON.stringify(isNew));
  waitingWorker = null;
  isNew = false;
}

const routes = {
  'GET /': (_, response) => response.setHeader('content-type', 'text/html').end(page),
  'GET /worker.js': (_, response) =>
    response.setHeader('content-type', 'text/javascript').end(`(async () => {${worker}})()`),
  'GET /next': (_, response) => {
    waitingWorker = response;
    handOver();
  },
  'PUT /answer': async (request, response) => {
    answer = { type: request.headers['content-type'] ?? '', body: await buffer(request) };
    isNew = true;
    response.writeHead(204).end();
  },
  'POST /answer': async (request, response) => {
    await buffer(request);
    response.writeHead(200, { 'content-type': answer.type }).end(answer.body);
  },
  'POST /from-browser': async (request, response) => {
    await buffer(request);
    waitingClient = response;
    handOver();
  },
  'POST /upload': async (request, response) => {
    waitingClient.writeHead(200, { 'content-type': answer.type });
    await pipeline(request, waitingClient);
    waitingClient = null;
    response.writeHead(204).end();
  },
};

const server = createServer(async (request, response) => {
  const route = routes[`${request.method} ${request.url}`];
  if (route === undefined) response.writeHead(404).end();
  else await route(request, response);
});

server.listen(0, '127.0.0.1', () => console.log(server.address().port));
