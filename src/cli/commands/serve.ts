import { createGateway, type LogEntry } from '../../gateway/index.ts'
import { listen, type Listening } from '../../gateway/node.ts'
import { TemplateError } from '../../template/index.ts'
import { positionalsOf, type Arguments } from '../arguments.ts'
import type { Command } from '../command.ts'
import { Exit, UsageError } from '../exit.ts'
import { packageVersion, type Io } from '../io.ts'
import { readServedModel } from '../serve/served-model.ts'
import { asked } from '../chats.ts'

const defaultPort = 8484

/** `serve`: a gateway on a port. */
export const serve: Command = {
  name: 'serve',
  summary: 'put a model on a port, for the clients of OpenAI, Anthropic and Ollama',
  usage: ['--upstream URL [options]', '--model FILE.gguf [options]'],
  description: `Serves a model to the clients of five protocols: /v1/chat/completions, /v1/responses, /v1/messages,
/api/chat and /api/generate; also /v1/models, /health and /metrics. Text comes raw from a llama-server, a vLLM, any
server with /v1/completions, or from a model in this process (node-llama-cpp must be installed beside); prompts,
grammars and messages are made here. It listens on this machine only unless --host says otherwise.
A line of JSON for each request goes to standard error: neither prompts nor answers.
SIGTERM and SIGINT let running answers end. Environment: PEGBNF_KEY is a key that clients must have,
PEGBNF_UPSTREAM_KEY one for the engine.`,
  options: {
    upstream: { value: 'URL', help: 'the address of a running engine' },
    api: {
      value: 'NAME',
      oneOf: ['llama-server', 'vllm', 'openai'],
      help: 'what that engine is; llama-server unless given',
    },
    'upstream-model': { value: 'NAME', help: 'the model on that engine; the first it lists' },
    model: { value: 'FILE', help: 'a GGUF file, loaded into this process' },
    parallel: { value: 'N', help: 'with --model: answers written at the same time; 1' },
    context: {
      value: 'TOKENS',
      help: 'with --model: tokens of each; what the memory has room for',
    },
    threads: { value: 'N', help: 'with --model: threads of the processor; half of them' },
    template: {
      value: 'SOURCE',
      help: 'a chat template: a .jinja file, a folder, tokenizer_config.json, .gguf',
    },
    format: { value: 'NAME', help: 'how the model writes; found out from its template' },
    'marker-tokens': {
      help: 'tell markers by their tokens from text spelled like them, and count those of reasoning',
    },
    name: { value: 'NAME', help: "the model's name for clients" },
    host: { value: 'ADDRESS', help: 'where to listen; 127.0.0.1' },
    port: { value: 'N', help: `the port; ${defaultPort}, 0 for any free one` },
    'allow-origin': { value: 'ORIGIN', help: 'a web page that may ask, as https://example.org' },
    'no-reasoning': { help: 'send no client any reasoning' },
    'grace-ms': { value: 'N', help: 'how long running answers may take at the end; 10000' },
    'log-content': { help: 'log requests and faults with what people wrote' },
    quiet: { help: 'log nothing' },
  },
  examples: [
    { run: 'pegbnf serve --upstream http://127.0.0.1:8080', does: 'in front of a llama-server' },
    { run: 'pegbnf serve --model model.gguf', does: 'a complete local server' },
    {
      run: 'pegbnf serve --upstream http://gpu:8000 --api vllm --template ./Qwen3-8B',
      does: 'in front of vLLM, with the template of a downloaded model',
    },
  ],
  exits: [
    [Exit.ok, 'ended by a signal, all answers given'],
    [Exit.usage, 'called wrongly, the engine does not answer, or nothing reads its template'],
  ],
  run,
}

async function run(args: Arguments, io: Io): Promise<number> {
  positionalsOf(args)
  const key = process.env['PEGBNF_KEY']
  const origin = args.text('allow-origin')
  const host = args.text('host') ?? '127.0.0.1'
  const port = args.number('port') ?? defaultPort
  const served = await readServedModel(args)
  try {
    const gateway = understood(() =>
      createGateway({
        models: [served.options],
        version: packageVersion(),
        ...(key === undefined || key === '' ? {} : { key }),
        ...(origin === undefined ? {} : { origins: [origin] }),
        ...(args.flag('no-reasoning') ? { showReasoning: false } : {}),
        ...(args.flag('quiet') ? {} : { log: (entry: LogEntry) => io.warn(JSON.stringify(entry)) }),
        logContent: args.flag('log-content'),
      }),
    )
    const server = await bind(() => listen(gateway.handle, { host, port }), host, port)
    for (const { name, format, upstream } of gateway.models) {
      await io.write(`${name}, format ${format}, from ${upstream.name}\n`)
      for (const note of upstream.notes) io.warn(`note: ${note}`)
    }
    if (key === undefined && !isLoopback(host)) {
      io.warn(`warning: anybody who reaches ${host} may ask: set PEGBNF_KEY`)
    }
    const ended = signalled()
    await io.write(`listening on ${server.url}\n`)
    await ended
    await gateway.close({ graceMs: args.number('grace-ms') ?? 10_000 })
    await server.close()
    return Exit.ok
  } finally {
    await served.close()
  }
}

/** What is wrong with a template or a format is the caller's to mend. */
function understood<T>(action: () => T): T {
  try {
    return asked(action)
  } catch (error) {
    if (error instanceof TemplateError) throw new UsageError(error.message)
    throw error
  }
}

async function bind(
  start: () => Promise<Listening>,
  host: string,
  port: number,
): Promise<Listening> {
  try {
    return await start()
  } catch (error) {
    throw new UsageError(
      `cannot listen on ${host}:${port}: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.')
}

function signalled(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve())
  })
}
