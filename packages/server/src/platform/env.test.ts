import { expect, it } from 'vitest'
import packageFile from '../../package.json' with { type: 'json' }
import { readEnv } from './env.ts'

it('listens on port 15000 unless told otherwise', () => {
  expect(readEnv({}, []).port).toBe(15_000)
  expect(readEnv({ PORT: '80' }, []).port).toBe(80)
})

it('is the build that the product spec names', () => {
  expect(packageFile.version).toBe('3.0.73')
})
