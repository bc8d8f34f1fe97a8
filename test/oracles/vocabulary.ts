/** A tokenizer's tables, as a GGUF file stores them. */
export interface Vocabulary {
  readonly model: 'gpt2' | 'llama'
  readonly pre: string | null
  readonly tokens: readonly string[]
  readonly types: readonly number[]
  readonly scores: readonly number[] | null
  readonly merges: readonly string[] | null
  readonly bos: number
  readonly eos: number
}

// llama.cpp's token types. A control token is never written as text, a user-defined one is.
const TokenType = { Normal: 1, Unknown: 2, Control: 3, UserDefined: 4, Byte: 6 } as const

/** The id of a byte's own token in `byteVocabulary`: three special tokens come first. */
export const firstByteToken = 3

/** A vocabulary of the single bytes, so that a grammar can be asked about any text byte by byte. */
export function byteVocabulary(): Vocabulary {
  const bytes = Array.from({ length: 256 }, (_, byte) => {
    return `<0x${byte.toString(16).toUpperCase().padStart(2, '0')}>`
  })
  const tokens = ['<unk>', '<s>', '</s>', ...bytes, '\u2581']
  return {
    model: 'llama',
    pre: null,
    tokens,
    types: [
      TokenType.Unknown,
      TokenType.Control,
      TokenType.Control,
      ...bytes.map(() => TokenType.Byte),
      TokenType.Normal,
    ],
    scores: tokens.map((_, index) => -index),
    merges: null,
    bos: 1,
    eos: 2,
  }
}

/**
 * A byte-level BPE vocabulary with a few merges of JSON punctuation (so that tokens cross the borders of grammar
 * rules, as real ones do) and one token for each marker that a chat template uses.
 */
export function chatVocabulary(markers: readonly string[]): Vocabulary {
  const letters = byteLetters()
  const tokens = [...letters]
  const merges: string[] = []
  for (const text of ['{"', '":', '",', '"}', '}}', '": ', ', "', ' the', 'abc']) {
    const [first = '', ...rest] = [...Buffer.from(text, 'utf8')].map((byte) => letters[byte] ?? '')
    rest.reduce((left, right) => {
      const merged = left + right
      if (!tokens.includes(merged)) {
        tokens.push(merged)
        merges.push(`${left} ${right}`)
      }
      return merged
    }, first)
  }
  const types = tokens.map<number>(() => TokenType.Normal)
  const bos = tokens.push('<|endoftext|>', '<|im_start|>', '<|im_end|>') - 3
  types.push(TokenType.Control, TokenType.Control, TokenType.Control)
  // A token stands in a vocabulary once.
  const added = [...new Set(markers)].filter((marker) => !tokens.includes(marker))
  tokens.push(...added)
  types.push(...added.map(() => TokenType.UserDefined))
  return { model: 'gpt2', pre: 'qwen2', tokens, types, scores: null, merges, bos, eos: bos + 2 }
}

/** The printable letter that byte-level BPE writes for each byte (GPT-2's table). */
function byteLetters(): string[] {
  const isPrintable = (byte: number) =>
    (byte > 32 && byte < 127) || (byte > 160 && byte < 173) || byte > 173
  let spare = 256
  return Array.from({ length: 256 }, (_, byte) =>
    String.fromCodePoint(isPrintable(byte) ? byte : spare++),
  )
}
