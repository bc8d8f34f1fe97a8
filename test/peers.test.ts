import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { formats } from '../src/index.ts'
import { projectRoot } from './support/sources.ts'

/** transformers.js itself cuts a model's tokens into chunks; a tokenizer of a few words is enough for that. */
const entry = `${projectRoot}test/peers/node_modules/@huggingface/transformers/dist/transformers.node.mjs`
const name = 'the TextStreamer of transformers.js keeps the markers, and what it gives is read'

/** What the documented example uses of the package. */
interface Package {
  readonly PreTrainedTokenizer: new (tokenizer: object, config: object) => object
  readonly TextStreamer: new (
    tokenizer: object,
    options: object,
  ) => { put(ids: bigint[][]): void; end(): void }
}

const special = ['<unk>', '<|im_end|>', '<think>', '</think>', '<tool_call>', '</tool_call>']
const words = ['▁Hm.', '▁On', '▁it.', '▁{"name":', '▁"now",', '▁"arguments":', '▁{}}', '世', '界']
const vocabulary = [...special, ...words]

/** The files `tokenizer.json` and `tokenizer_config.json` of such a tokenizer. */
const tokenizerFile = {
  version: '1.0',
  truncation: null,
  padding: null,
  added_tokens: special.map((content, id) => ({
    id,
    content,
    single_word: false,
    lstrip: false,
    rstrip: false,
    normalized: false,
    special: true,
  })),
  normalizer: null,
  pre_tokenizer: null,
  post_processor: null,
  decoder: {
    type: 'Metaspace',
    replacement: '▁',
    add_prefix_space: true,
    prepend_scheme: 'always',
  },
  model: {
    type: 'WordLevel',
    vocab: Object.fromEntries(vocabulary.map((word, id) => [word, id])),
    unk_token: '<unk>',
  },
}
const config = {
  tokenizer_class: 'PreTrainedTokenizer',
  unk_token: '<unk>',
  clean_up_tokenization_spaces: false,
}

const written =
  '<think> ▁Hm. </think> ▁On ▁it. 世 界 <tool_call> ▁{"name": ▁"now", ▁"arguments": ▁{}} </tool_call> <|im_end|>'.split(
    ' ',
  )

if (existsSync(entry)) {
  it(name, async () => {
    const { PreTrainedTokenizer, TextStreamer }: Package = await import(entry)
    const session = formats.hermes({ tools: [{ function: { name: 'now' } }] }).open()
    const chunks: string[] = []
    const streamer = new TextStreamer(new PreTrainedTokenizer(tokenizerFile, config), {
      skip_prompt: true,
      skip_special_tokens: false,
      callback_function(text: string) {
        chunks.push(text)
        session.feed(text)
      },
    })
    const ids = written.map((word) => BigInt(vocabulary.indexOf(word)))
    streamer.put([[0n]])
    for (const id of ids) streamer.put([[id]])
    streamer.end()
    session.finish()
    expect(chunks.length).toBeGreaterThan(5)
    expect(session.message).toMatchObject({
      reasoning: expect.stringContaining('Hm.'),
      content: expect.stringMatching(/^On it\.\s?世界$/),
      toolCalls: [{ name: 'now', arguments: '{}', state: 'complete' }],
      finishReason: 'tool_calls',
    })
  })
} else {
  it.skip(`${name} (not installed, and npm test could not install it)`)
}
