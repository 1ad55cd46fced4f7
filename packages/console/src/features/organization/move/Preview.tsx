import type { MovePreview } from '@muster/contract'
import { formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { Callout } from '../../../ui/form/Callout.tsx'
import { settings } from '../config/settings.tsx'
import classes from './move.module.css'

/** What a move would change, or why it is not possible. */
export function Preview({ preview }: { readonly preview: MovePreview }) {
  const { refusals, organizations, devices, users, losing, gaining } = preview
  if (refusals.length > 0)
    return (
      <Callout title={t('organization.move.refused')}>
        <ul className={classes.list}>
          {refusals.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </Callout>
    )
  const along = {
    organizations: formatNumber(organizations),
    devices: formatNumber(devices),
    users: formatNumber(users),
  }
  return (
    <section className={classes.preview} aria-label={t('organization.move.preview')}>
      <dl>
        <dt>{t('organization.move.along')}</dt>
        <dd>{t('organization.move.alongText', along)}</dd>
        <dt>{t('organization.move.losing')}</dt>
        <dd>{peopleText(losing)}</dd>
        <dt>{t('organization.move.gaining')}</dt>
        <dd>{peopleText(gaining)}</dd>
        <dt>{t('organization.move.settings')}</dt>
        <dd>
          <Changes of={preview.settings} />
        </dd>
      </dl>
    </section>
  )
}

function peopleText({ count, names }: MovePreview['losing']): string {
  if (count === 0) return t('organization.move.nobody')
  const named = names.join(t('organization.move.and'))
  const more = count - names.length
  return more > 0
    ? t('organization.move.andMore', { names: named, count: formatNumber(more) })
    : named
}

function Changes({ of: { before, after, changed } }: { readonly of: MovePreview['settings'] }) {
  if (changed.length === 0) return t('organization.move.noSettings')
  return (
    <ul className={classes.list}>
      {settings
        .filter(({ name }) => changed.includes(name))
        .map(({ name, label, text }) => (
          <li key={name}>
            {t('organization.move.change', {
              setting: t(label),
              before: text(before),
              after: text(after),
            })}
          </li>
        ))}
    </ul>
  )
}
