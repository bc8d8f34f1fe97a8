import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

it('the demo writes a grammar, reads an answer, sends it, and reads a sentence of the grammar', () => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', 'tsx', 'scripts/demo.ts'],
    { cwd: root, encoding: 'utf8' },
  )
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(stdout).toMatch(/written +\S+tools\.gbnf/)
  expect(stdout).toContain('root ::= ')
  expect(stdout).toMatch(/reasoning +The user wants to fly/)
  expect(stdout).toMatch(/content +I will look both up\./)
  expect(stdout).toContain('search_flights({"from": "OSL')
  expect(stdout).toMatch(/finish +tool_calls/)
  expect(stdout).toContain('data: [DONE]')
  expect(stdout).toMatch(/complete true\ncomplete \w+\({.*}\)\n$/s)
})
