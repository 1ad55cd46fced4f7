import { Words } from '../../../kit/page/values.tsx'
import { formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import classes from './assignment.module.css'

interface TemplateNameProps {
  readonly name: string
  readonly revision: number
}

/** A template and its revision: the name is cut at its own end where there is little room, in Arabic too. */
export const TemplateName = ({ name, revision }: TemplateNameProps) => (
  <span className={classes.template}>
    <Words>{name}</Words>
    <small>{t('param.revisionOf', { revision: formatNumber(revision) })}</small>
  </span>
)
