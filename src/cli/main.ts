#!/usr/bin/env node
import { createProcessIo } from './io.ts'
import { run } from './run.ts'

// The exit code is set, not forced: what was written still reaches its reader.
process.exitCode = await run(process.argv.slice(2), createProcessIo())
