import {
  type OfferedFormat,
  paramTemplates,
  type TemplateFormat,
  templateFormats,
  type TextKey,
} from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { useCan } from '../../../kit/session.ts'
import { query } from '../../../kit/queries.ts'
import { t } from '../../../platform/texts.ts'

const none: readonly OfferedFormat[] = []

/** Formats that the operator has added by plug-ins; none while nobody knows them yet. */
export function usePluginFormats(): readonly OfferedFormat[] {
  const { data } = useQuery({
    ...query(paramTemplates.formats, {}),
    enabled: useCan(paramTemplates.formats.permission),
  })
  return data ?? none
}

const ownTexts = {
  XML: 'paramTemplate.format.XML',
  JSON: 'paramTemplate.format.JSON',
  INI: 'paramTemplate.format.INI',
  KV: 'paramTemplate.format.KV',
} as const satisfies Record<TemplateFormat, TextKey>

/** Formats to choose from: the product's own, then those of plug-ins. */
export const formatNames = (plugins: readonly OfferedFormat[]): Readonly<Record<string, string>> =>
  Object.fromEntries<string>([
    ...templateFormats.map((name) => [name, t(ownTexts[name])] as const),
    ...plugins.map(({ name, mediaType }) => {
      const text = t('paramTemplate.pluginFormat', { format: name, mediaType })
      return [name, text] as const
    }),
  ])

/** The same, and the one that is chosen even where its plug-in is gone. */
export function formatOptions(
  plugins: readonly OfferedFormat[],
  chosen: string,
): Readonly<Record<string, string>> {
  const names = formatNames(plugins)
  if (Object.hasOwn(names, chosen)) return names
  return { ...names, [chosen]: t('paramTemplate.pluginGone', { format: chosen }) }
}

/** A file in another format: one that a plug-in writes is called as it says at its end. */
export function inFormat(plugins: readonly OfferedFormat[], fileName: string, format: string) {
  const extension = plugins.find(({ name }) => name === format)?.extension
  if (extension === undefined) return { format }
  const stem = fileName.replace(/\.[A-Za-z0-9]{1,8}$/, '')
  return { format, fileName: `${stem.slice(0, 55)}.${extension}` }
}
