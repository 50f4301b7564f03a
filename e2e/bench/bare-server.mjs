/**
 * A plain Node HTTP server in its own process, like the bridge: the baseline for what a call over
 * loopback costs. `PUT /NAME` stores a response, `POST /NAME` returns it.
 */
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** @type {Map<string | undefined, { type: string, body: Buffer }>} */
const answers = new Map();

const server = createServer(async (request, response) => {
  const body = await buffer(request);
  if (request.method === 'PUT') {
    answers.set(request.url, { type: request.headers['content-type'] ?? '', body });
    return void response.writeHead(204).end();
  }
  const answer = answers.get(request.url);
  if (answer === undefined) return void response.writeHead(404).end();
  response.writeHead(200, { 'content-type': answer.type }).end(answer.body);
});

server.listen(0, '127.0.0.1', () => console.log(server.address().port));
