import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readRequest, type RequestProtocol } from '../src/protocol/request/read.ts'

/**
 * Requests in the forms that agents, editors and chat programs send, each with what is read from it, or
 * the refusal. The forms are those of their public sources and issues; the words are our own.
 */
interface ClientCase {
  readonly client: string
  readonly protocol: RequestProtocol
  readonly body: unknown
  readonly request?: Readonly<Record<string, unknown>>
  readonly fault?: Readonly<Record<string, unknown>>
}

const file = new URL('../fixtures/client-requests.json', import.meta.url)
const cases: readonly ClientCase[] = JSON.parse(readFileSync(file, 'utf8'))

describe('a request as it is sent by', () => {
  it.each(cases)('$client', ({ protocol, body, request, fault }) => {
    const reading = readRequest(protocol, body)
    if (request !== undefined) expect(reading).toMatchObject({ ok: true, request })
    else expect(reading).toEqual({ ok: false, fault: { kind: 'invalid-request', ...fault } })
  })
})
