import { fillDeep } from '@muster/contract'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { literal } from './variable.rules.ts'

it('takes a text as it stands, whatever is in it', () => {
  const texts = fc.array(fc.constantFrom('$', '{', '}', '${', '$${', 'a', '${a}', '$${a}', '$&'))
  fc.assert(
    fc.property(texts, (parts) => {
      const text = parts.join('')
      expect(fillDeep(literal(text), () => 'filled').text).toBe(text)
      expect(fillDeep('${a}', () => literal(text)).text).toBe(text)
    }),
  )
})
