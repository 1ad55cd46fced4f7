const steps = Array.from({ length: 40 }, (_, n) => {
  const before = { $ref: `#/$defs/d${n - 1}` }
  return [`d${n}`, n === 0 ? { type: 'object' } : { allOf: [before, before] }]
})

/** A JSON Schema that looks at what has a member `x` half a million million times. */
export const endlessSchema = JSON.stringify({
  anyOf: [{ not: { required: ['x'] } }, { $ref: '#/$defs/d39' }],
  $defs: Object.fromEntries(steps),
})
