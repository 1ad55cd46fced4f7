import { translate } from '../../../platform/texts.ts'

/** What a feature is called: a shipped one by its text, until somebody calls it otherwise. */
export const featureName = (language: string, name: string): string =>
  name.startsWith('feature.of.') ? translate(language, name) : name
