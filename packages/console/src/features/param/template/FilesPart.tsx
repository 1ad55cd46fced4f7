import {
  isOwnFormat,
  type OfferedFormat,
  type TemplateFile,
  templateEncodings,
} from '@muster/contract'
import { t } from '../../../platform/texts.ts'
import { Button, TextInput } from '../../../ui/controls.ts'
import { ChoiceInput } from '../../../ui/form/ChoiceInput.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import classes from './design.module.css'
import { changedFile, freeId, withFile, withoutFile } from './designMoves.ts'
import { formatOptions, inFormat, usePluginFormats } from './formats.ts'
import type { Design } from './useDesign.ts'

const same = (values: readonly string[]) =>
  Object.fromEntries(values.map((value) => [value, value]))

/** The files that values are written into. */
export function FilesPart({ design }: { readonly design: Design }) {
  const { content, edit, faults } = design
  const plugins = usePluginFormats()
  const add = () => {
    const id = freeId('file', content.files)
    const file = {
      id,
      fileName: `${id}.json`,
      path: '',
      format: 'JSON',
      encoding: 'UTF-8',
    } as const
    edit(withFile(content, file))
  }
  return (
    <div className={classes.panel}>
      <p className={classes.quiet}>{t('paramTemplate.filesText')}</p>
      {content.files.map((file, at) => (
        <FileLine
          key={file.id}
          file={file}
          plugins={plugins}
          problem={faults.find(({ part, index }) => part === 'files' && index === at)}
          isOnly={content.files.length === 1}
          set={(to) => edit(changedFile(content, file.id, to))}
          remove={() => edit(withoutFile(content, file.id))}
        />
      ))}
      <div>
        <Button variant="default" disabled={content.files.length >= 20} onClick={add}>
          {t('paramTemplate.addFile')}
        </Button>
      </div>
    </div>
  )
}

interface FileLineProps {
  readonly file: TemplateFile
  readonly plugins: readonly OfferedFormat[]
  readonly problem: Design['faults'][number] | undefined
  readonly isOnly: boolean
  readonly set: (to: Partial<TemplateFile>) => void
  readonly remove: () => void
}

function FileLine({ file, plugins, problem, isOnly, set, remove }: FileLineProps) {
  const { fileName, path, format, encoding } = file
  return (
    <div className={classes.fileLine}>
      <TextInput
        label={t('paramTemplate.fileName')}
        dir="ltr"
        value={fileName}
        maxLength={64}
        error={problem && t(problem.key, problem.params)}
        onChange={(event) => set({ fileName: event.currentTarget.value.replace(/[/\\]/g, '') })}
      />
      <TextInput
        label={t('paramTemplate.path')}
        dir="ltr"
        value={path}
        maxLength={128}
        onChange={(event) => set({ path: event.currentTarget.value.replace(/^\/+/, '') })}
      />
      <ChoiceInput
        label={t('paramTemplate.format')}
        value={format}
        options={formatOptions(plugins, format)}
        onChoose={(to) => set(inFormat(plugins, fileName, to))}
      />
      {isOwnFormat(format) ? (
        <ChoiceInput
          label={t('paramTemplate.encoding')}
          value={encoding}
          options={same(templateEncodings)}
          onChoose={(to) => {
            const found = templateEncodings.find((one) => one === to)
            if (found) set({ encoding: found })
          }}
        />
      ) : (
        <TextInput
          label={t('paramTemplate.encoding')}
          readOnly
          value={t('paramTemplate.pluginEncoding')}
        />
      )}
      <IconButton
        icon="trash"
        label={t('paramTemplate.removeOf', { name: fileName })}
        disabled={isOnly}
        onClick={remove}
      />
    </div>
  )
}
