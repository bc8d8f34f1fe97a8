import { writeFileSync } from 'node:fs'
import type { Vocabulary } from './vocabulary.ts'
import { mulberry32 } from '../../src/util/mulberry32.ts'

/** The shape of a model. The defaults give about half a megabyte, which llama.cpp loads in milliseconds. */
export interface TinyModel {
  readonly vocabulary: Vocabulary
  readonly seed?: number
  readonly contextLength?: number
  /** The chat template in the model's metadata. */
  readonly template?: string
}

// Value types of the GGUF format.
const Type = { Uint32: 4, Int32: 5, Float32: 6, Bool: 7, String: 8, Array: 9 } as const

const alignment = 32
const width = 64
const layers = 2
const heads = 4
const feedForward = 128

interface Tensor {
  readonly name: string
  readonly shape: readonly number[]
}

/**
 * Writes a llama-architecture model with random weights. What it generates is noise, which is what a grammar
 * test needs: whatever such a model writes under a grammar shows the grammar alone.
 */
export function writeTinyGguf(path: string, model: TinyModel): void {
  const metadata = metadataOf(model)
  const tensors = tensorsOf(model.vocabulary.tokens.length)
  const header = Buffer.concat([
    Buffer.from('GGUF'),
    uint32(3),
    uint64(tensors.length),
    uint64(metadata.length),
    ...metadata,
    ...tensorTable(tensors),
  ])
  const random = createRandom(model.seed ?? 1)
  writeFileSync(path, Buffer.concat([pad(header), ...tensors.map((t) => weights(t, random))]))
}

function metadataOf({ vocabulary, contextLength = 8192, template }: TinyModel): Buffer[] {
  return [
    entry('general.architecture', Type.String, text('llama')),
    entry('general.name', Type.String, text('tiny-random')),
    entry('general.file_type', Type.Uint32, uint32(0)),
    entry('general.alignment', Type.Uint32, uint32(alignment)),
    entry('llama.context_length', Type.Uint32, uint32(contextLength)),
    entry('llama.embedding_length', Type.Uint32, uint32(width)),
    entry('llama.block_count', Type.Uint32, uint32(layers)),
    entry('llama.feed_forward_length', Type.Uint32, uint32(feedForward)),
    entry('llama.attention.head_count', Type.Uint32, uint32(heads)),
    entry('llama.attention.head_count_kv', Type.Uint32, uint32(heads)),
    entry('llama.attention.layer_norm_rms_epsilon', Type.Float32, float32(1e-5)),
    entry('llama.rope.dimension_count', Type.Uint32, uint32(width / heads)),
    entry('llama.rope.freq_base', Type.Float32, float32(10_000)),
    entry('llama.vocab_size', Type.Uint32, uint32(vocabulary.tokens.length)),
    ...tokenizerOf(vocabulary),
    ...(template === undefined
      ? []
      : [entry('tokenizer.chat_template', Type.String, text(template))]),
  ]
}

function tokenizerOf(vocabulary: Vocabulary): Buffer[] {
  const { model, pre, tokens, types, scores, merges, bos, eos } = vocabulary
  return [
    entry('tokenizer.ggml.model', Type.String, text(model)),
    ...(pre === null ? [] : [entry('tokenizer.ggml.pre', Type.String, text(pre))]),
    entry('tokenizer.ggml.tokens', Type.Array, array(Type.String, tokens.map(text))),
    entry('tokenizer.ggml.token_type', Type.Array, array(Type.Int32, types.map(uint32))),
    ...(scores === null
      ? []
      : [entry('tokenizer.ggml.scores', Type.Array, array(Type.Float32, scores.map(float32)))]),
    ...(merges === null
      ? []
      : [entry('tokenizer.ggml.merges', Type.Array, array(Type.String, merges.map(text)))]),
    entry('tokenizer.ggml.bos_token_id', Type.Uint32, uint32(bos)),
    entry('tokenizer.ggml.eos_token_id', Type.Uint32, uint32(eos)),
    entry('tokenizer.ggml.add_bos_token', Type.Bool, Buffer.from([0])),
    entry('tokenizer.ggml.add_space_prefix', Type.Bool, Buffer.from([0])),
  ]
}

function tensorsOf(vocabularySize: number): Tensor[] {
  const blocks = Array.from({ length: layers }, (_, index): Tensor[] => [
    { name: `blk.${index}.attn_norm.weight`, shape: [width] },
    { name: `blk.${index}.attn_q.weight`, shape: [width, width] },
    { name: `blk.${index}.attn_k.weight`, shape: [width, width] },
    { name: `blk.${index}.attn_v.weight`, shape: [width, width] },
    { name: `blk.${index}.attn_output.weight`, shape: [width, width] },
    { name: `blk.${index}.ffn_norm.weight`, shape: [width] },
    { name: `blk.${index}.ffn_gate.weight`, shape: [width, feedForward] },
    { name: `blk.${index}.ffn_up.weight`, shape: [width, feedForward] },
    { name: `blk.${index}.ffn_down.weight`, shape: [feedForward, width] },
  ])
  return [
    { name: 'token_embd.weight', shape: [width, vocabularySize] },
    ...blocks.flat(),
    { name: 'output_norm.weight', shape: [width] },
    { name: 'output.weight', shape: [width, vocabularySize] },
  ]
}

function tensorTable(tensors: readonly Tensor[]): Buffer[] {
  const float32Tensor = 0
  let offset = 0
  return tensors.map(({ name, shape }) => {
    const row = Buffer.concat([
      text(name),
      uint32(shape.length),
      ...shape.map(uint64),
      uint32(float32Tensor),
      uint64(offset),
    ])
    offset += Math.ceil((sizeOf(shape) * 4) / alignment) * alignment
    return row
  })
}

function weights({ name, shape }: Tensor, random: () => number): Buffer {
  const isNorm = name.includes('norm')
  // Scaled by the fan-in: larger weights give one token nearly all the probability, smaller ones none.
  const scale = 2 / Math.sqrt(shape[0] ?? 1)
  const values = Float32Array.from({ length: sizeOf(shape) }, () => (isNorm ? 1 : random() * scale))
  return pad(Buffer.from(values.buffer))
}

/** Shifted to [-0.5, 0.5): the same seed gives the same model everywhere. */
function createRandom(seed: number): () => number {
  const random = mulberry32(seed)
  return () => random() / 2 ** 32 - 0.5
}

function sizeOf(shape: readonly number[]): number {
  return shape.reduce((product, side) => product * side, 1)
}

function pad(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.alloc((alignment - (bytes.length % alignment)) % alignment)])
}

function entry(key: string, type: number, value: Buffer): Buffer {
  return Buffer.concat([text(key), uint32(type), value])
}

function array(type: number, items: readonly Buffer[]): Buffer {
  return Buffer.concat([uint32(type), uint64(items.length), ...items])
}

function text(value: string): Buffer {
  const bytes = Buffer.from(value, 'utf8')
  return Buffer.concat([uint64(bytes.length), bytes])
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

function uint64(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(BigInt(value))
  return bytes
}

function float32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeFloatLE(value)
  return bytes
}
