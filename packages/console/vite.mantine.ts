import type { Plugin } from 'vite'
import { ownVariables } from './src/ui/ownVariables.ts'

const id = 'virtual:mantine-variables.css'

/**
 * The UI library would write its variables into a style element at run time, which the content
 * security policy forbids. They are the same for everybody: this makes a style sheet of them, and
 * leaves the library's own writers out.
 */
export function mantineVariables(): Plugin {
  return {
    name: 'muster:mantine-variables',
    enforce: 'pre',
    resolveId: (source) => (source === id ? `\0${id}` : null),
    load: (source) => {
      if (source === `\0${id}`) return ownVariables()
      const [, writer] = /\/(MantineCssVariables|MantineClasses)\.mjs$/.exec(source) ?? []
      return writer ? `export const ${writer} = () => null` : null
    },
  }
}
