import { isOwnFormat, type OfferedFormat, paramTemplates, templateFormats } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { useCan } from '../../../kit/session.ts'
import { query } from '../../../kit/queries.ts'
import { t } from '../../../platform/texts.ts'

/** Formats that the operator has added by plug-ins; none while nobody knows them yet. */
export function usePluginFormats(): readonly OfferedFormat[] {
  const { data } = useQuery({
    ...query(paramTemplates.formats, {}),
    enabled: useCan(paramTemplates.formats.permission),
  })
  return data?.filter(({ name }) => !isOwnFormat(name)) ?? []
}

/** Formats to choose from, and the one that is chosen even where its plug-in is gone. */
export function formatOptions(
  plugins: readonly OfferedFormat[],
  chosen: string,
): Readonly<Record<string, string>> {
  const own = templateFormats.map((name) => [name, name] as const)
  const added = plugins.map(({ name, mediaType }) => {
    const text = t('paramTemplate.pluginFormat', { format: name, mediaType: mediaType ?? '' })
    return [name, text] as const
  })
  const gone =
    isOwnFormat(chosen) || plugins.some(({ name }) => name === chosen)
      ? []
      : [[chosen, t('paramTemplate.pluginGone', { format: chosen })] as const]
  return Object.fromEntries<string>([...own, ...added, ...gone])
}

/** A file in another format: one that a plug-in writes is called as it says at its end. */
export function inFormat(plugins: readonly OfferedFormat[], fileName: string, format: string) {
  const extension = plugins.find(({ name }) => name === format)?.extension
  if (!extension) return { format }
  const stem = fileName.replace(/\.[A-Za-z0-9]{1,8}$/, '')
  return { format, fileName: `${stem.slice(0, 55)}.${extension}` }
}
