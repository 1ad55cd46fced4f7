import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js'
import { parentPort, workerData } from 'node:worker_threads'
import { RE2JS } from 're2js'
import * as z from 'zod/mini'
import { judgedDocument, mostFound, type Verdict } from './verdict.ts'

class BadPattern extends Error {}

/** Linear in the text, whatever the pattern is. */
function regExp(pattern: string) {
  try {
    const compiled = RE2JS.compile(pattern)
    // Ajv tells patterns apart by what they are as texts.
    return { test: (text: string) => compiled.matcher(text).find(), toString: () => pattern }
  } catch {
    throw new BadPattern(pattern)
  }
}
regExp.code = 'regExp'

const options = {
  strict: false,
  allErrors: true,
  // What every object of the language has is no member of a document.
  ownProperties: true,
  validateFormats: false,
  messages: false,
  logger: false,
  code: { regExp },
} as const

const compiled = new Map<string, ReturnType<typeof compile>>()

function compile(text: string) {
  // One of its own for each schema: none answers to the names that another gives itself.
  const ajv = new Ajv2020(options)
  const schema = z.record(z.string(), z.unknown()).parse(JSON.parse(text))
  if (ajv.validateSchema(schema) !== true)
    return { fault: { of: 'SCHEMA', faults: found(ajv.errors) } as const }
  return { judge: ajv.compile(schema), fault: null }
}

const found = (errors: readonly ErrorObject[] | null | undefined): Verdict['faults'] =>
  (errors ?? [])
    .filter(({ keyword }) => keyword !== 'if')
    .slice(0, mostFound)
    .map(({ keyword, instancePath, params }) => ({ keyword, pointer: instancePath, params }))

function judge({ schema, document }: z.output<typeof judgedDocument>): Verdict {
  try {
    const made = compiled.get(schema) ?? compile(schema)
    compiled.set(schema, made)
    if (made.fault) return { of: 'SCHEMA', faults: [...made.fault.faults] }
    const fits = made.judge(JSON.parse(document))
    return { of: 'DOCUMENT', faults: fits ? [] : found(made.judge.errors) }
  } catch (error) {
    return { of: 'SCHEMA', faults: [{ pointer: '', ...reasonOf(error) }] }
  }
}

function reasonOf(error: unknown): Pick<Verdict['faults'][number], 'keyword' | 'params'> {
  if (error instanceof BadPattern)
    return { keyword: 'badPattern', params: { pattern: error.message } }
  if (error instanceof Error && 'missingRef' in error)
    return { keyword: 'unknownRef', params: { ref: String(error.missingRef) } }
  return { keyword: 'badSchema', params: {} }
}

parentPort?.postMessage('ready')
for (const one of z.array(judgedDocument).parse(workerData)) parentPort?.postMessage(judge(one))
