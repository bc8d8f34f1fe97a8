import { createRequire } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
import { serve } from './serve.ts'
import { withModelFile } from './model-file.ts'
import { chatVocabulary } from './vocabulary.ts'
import type { ChatFormat, ChatMessage, ChatOperations, ChatRequest, Reading } from './protocol.ts'

// The parts of @fugood/llama.node that are used.
interface Engine {
  loadModel(options: object): Promise<Context>
}
interface Context {
  release(): Promise<void>
  getFormattedChat(messages: readonly object[], template: string, options: object): ChatFormat
  completion(options: object, onToken?: (token: TokenEvent) => void): Promise<Completion>
}
type TokenEvent = Partial<ChatMessage> & { readonly accumulated_text?: string }
type Completion = Partial<ChatMessage> & {
  readonly text: string
  readonly tokens_predicted: number
  readonly stopped_eos: boolean
}

const engine: Engine = createRequire(import.meta.url)('@fugood/llama.node')
const markers: string[] = JSON.parse(process.argv[2] ?? '[]')
const model = {
  vocabulary: chatVocabulary(markers),
  // Every request brings its own template, yet the engine offers its chat layer only to a model that has one.
  template: "{% for message in messages %}{{ message.role + message.content + '\\n' }}{% endfor %}",
}
let context = await openContext()

function openContext(): Promise<Context> {
  return withModelFile(model, (path) =>
    // One thread: two are many times slower on a machine with two cores.
    engine.loadModel({ model: path, n_ctx: 8192, n_threads: 1, n_gpu_layers: 0, n_parallel: 1 }),
  )
}

type Answers = {
  [Name in keyof ChatOperations]: (
    request: ChatOperations[Name]['request'],
  ) => ChatOperations[Name]['answer'] | Promise<ChatOperations[Name]['answer']>
}

const answers: Answers = {
  format: ({ messages, template, options }) =>
    context.getFormattedChat(messages, template, {
      jinja: true,
      reasoning_format: 'auto',
      ...options,
    }),

  time(request) {
    const start = process.cpuUsage()
    answers.format(request)
    const { user, system } = process.cpuUsage(start)
    return (user + system) / 1000
  },

  async parse({ format, text }) {
    // Nothing is generated: the engine reads the text as if it had been.
    const result = await complete({
      prompt: 'x',
      prefill_text: text,
      n_predict: 0,
      ...readingOptions(format),
    })
    return messageOf(result)
  },

  async stream({ format, text }) {
    const parts: Reading[] = []
    const result = await complete(
      {
        prompt: 'x',
        grammar: grammarOfText(text),
        grammar_lazy: false,
        n_predict: 8000,
        ...readingOptions(format),
      },
      (token) => parts.push({ text: token.accumulated_text ?? '', message: messageOf(token) }),
    )
    return { text: result.text, message: messageOf(result), parts }
  },

  async generate({ gbnf, options }) {
    const result = await complete({
      prompt: 'x',
      grammar: gbnf,
      grammar_lazy: false,
      seed: options.seed,
      n_predict: options.maxTokens,
      temperature: options.temperature ?? 1,
      ...(options.closing === undefined ? {} : { logit_bias: closers(options.closing) }),
    })
    return { text: result.text, tokens: result.tokens_predicted, ended: result.stopped_eos }
  },
}

/** The tokens that close something, each with its bias; the end of the text has half as much again. */
function closers(bias: number): [number, number][] {
  const { tokens, eos } = model.vocabulary
  return tokens.flatMap((token, id): [number, number][] => {
    if (id === eos) return [[id, bias * 1.5]]
    return /^["}\]>)]+$|^<\/|_end|\/[A-Z]+\]$/.test(token) ? [[id, bias]] : []
  })
}

function readingOptions(format: ChatFormat): object {
  return {
    jinja: true,
    reasoning_format: 'auto',
    chat_format: format.chat_format,
    chat_parser: format.chat_parser,
    generation_prompt: format.generation_prompt,
    preserved_tokens: format.preserved_tokens ?? [],
  }
}

/**
 * Runs one completion. The engine settles a call a moment before it is ready for the next one, and now and then it
 * stays busy for good; then only a new context helps.
 */
async function complete(
  options: object,
  onToken?: (token: TokenEvent) => void,
): Promise<Completion> {
  // With min_p at 0 the sampler can pick tokens that the grammar forbids.
  const sampling = { temperature: 1, top_k: 300, top_p: 1, min_p: 1e-4 }
  for (let attempt = 1; ; attempt++) {
    try {
      return await context.completion({ ...sampling, ...options }, onToken)
    } catch (error) {
      const isBusy = error instanceof Error && error.message.includes('in progress')
      if (!isBusy || attempt > 100) throw error
      await sleep(2)
      if (attempt % 20 === 0) {
        await context.release()
        context = await openContext()
      }
    }
  }
}

function messageOf(read: Partial<ChatMessage>): ChatMessage {
  return {
    content: read.content ?? '',
    reasoning_content: read.reasoning_content ?? '',
    tool_calls: read.tool_calls ?? [],
  }
}

/** The grammar whose one sentence is the text. */
function grammarOfText(text: string): string {
  const escaped = Array.from(text, (character) => {
    const code = character.codePointAt(0) ?? 0
    if (code > 0xffff) return `\\U${code.toString(16).padStart(8, '0')}`
    if (code > 126) return `\\u${code.toString(16).padStart(4, '0')}`
    if (code < 32 || character === '"' || character === '\\') {
      return `\\x${code.toString(16).padStart(2, '0')}`
    }
    return character
  })
  return `root ::= "${escaped.join('')}"`
}

await serve((request: ChatRequest) => {
  const answer: (request: never) => unknown = answers[request.operation]
  return answer(request as never)
})
