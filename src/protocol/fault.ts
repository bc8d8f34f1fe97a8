/** What went wrong, in no protocol's words. */
export type FaultKind =
  | 'invalid-request'
  | 'authentication'
  | 'permission'
  | 'not-found'
  | 'too-large'
  | 'rate-limit'
  | 'server'
  | 'overloaded'
  | 'timeout'

/** A failure that a client is told: before the response, or in the middle of its stream. */
export interface Fault {
  readonly kind: FaultKind
  readonly message: string
  /** The field of the request that is wrong, as `messages[2].content`. */
  readonly param?: string
}

/** A fault as HTTP says it. */
export const statusOf: { readonly [K in FaultKind]: number } = {
  'invalid-request': 400,
  authentication: 401,
  permission: 403,
  'not-found': 404,
  'too-large': 413,
  'rate-limit': 429,
  server: 500,
  overloaded: 503,
  timeout: 504,
}

/** OpenAI's body of an error, also the one event that may stand in a stream of chunks. */
export interface OpenaiErrorBody {
  readonly error: {
    readonly message: string
    readonly type: string
    readonly param: string | null
    readonly code: string | null
  }
}

/** Anthropic's body of an error; in a stream it is the event `error`. */
export interface AnthropicErrorBody {
  readonly type: 'error'
  readonly error: { readonly type: string; readonly message: string }
}

/**
 * A fault in OpenAI's form.
 * Source: https://platform.openai.com/docs/guides/error-codes
 *
 * @example
 * ```ts
 * openaiError({ kind: 'server', message: 'the model died' }).error.type // 'server_error'
 * ```
 */
export function openaiError({ kind, message, param }: Fault): OpenaiErrorBody {
  return {
    error: { message, type: openaiTypes[kind], param: param ?? null, code: openaiCodes[kind] },
  }
}

/**
 * A fault in Anthropic's form.
 * Source: https://docs.anthropic.com/en/api/errors
 *
 * @example
 * ```ts
 * anthropicError({ kind: 'overloaded', message: 'try later' }).error.type // 'overloaded_error'
 * ```
 */
export function anthropicError({ kind, message, param }: Fault): AnthropicErrorBody {
  const text = param === undefined ? message : `${param}: ${message}`
  return { type: 'error', error: { type: anthropicTypes[kind], message: text } }
}

/** The text of a fault for protocols that have no more: Ollama's, and the UI message stream. */
export function faultText({ message, param }: Fault): string {
  return param === undefined ? message : `${param}: ${message}`
}

const openaiTypes: { readonly [K in FaultKind]: string } = {
  'invalid-request': 'invalid_request_error',
  authentication: 'authentication_error',
  permission: 'permission_error',
  'not-found': 'not_found_error',
  'too-large': 'invalid_request_error',
  'rate-limit': 'rate_limit_error',
  server: 'server_error',
  overloaded: 'server_error',
  timeout: 'server_error',
}

const openaiCodes: { readonly [K in FaultKind]: string | null } = {
  'invalid-request': null,
  authentication: 'invalid_api_key',
  permission: null,
  'not-found': 'model_not_found',
  'too-large': 'context_length_exceeded',
  'rate-limit': 'rate_limit_exceeded',
  server: null,
  overloaded: 'overloaded',
  timeout: 'timeout',
}

const anthropicTypes: { readonly [K in FaultKind]: string } = {
  'invalid-request': 'invalid_request_error',
  authentication: 'authentication_error',
  permission: 'permission_error',
  'not-found': 'not_found_error',
  'too-large': 'request_too_large',
  'rate-limit': 'rate_limit_error',
  server: 'api_error',
  overloaded: 'overloaded_error',
  timeout: 'timeout_error',
}
