import { dateFormats, languages, type Profile, profile } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../../kit/call.ts'
import { fieldProblems } from '../../../kit/callError.ts'
import { useFields } from '../../../kit/form/useFields.ts'
import { useSubmit } from '../../../kit/form/useSubmit.ts'
import { query } from '../../../kit/queries.ts'
import type { CardProps } from '../../../kit/setting/card.ts'
import { t } from '../../../platform/texts.ts'
import { Button } from '../../../ui/controls.ts'
import { ChoiceField, CodeField, SearchField, TextField } from '../../../ui/form/fields.tsx'
import styles from '../PersonalCenter.module.css'
import { ImageField } from '../../../kit/image/ImageField.tsx'
import { profileWasSaved } from './profileWasSaved.ts'

const zones = Intl.supportedValuesOf('timeZone')

interface ProfileFormProps extends CardProps {
  readonly of: Profile
}

/** The fields that a user fills in himself. */
export function ProfileForm({ of, card, onDirty }: ProfileFormProps) {
  const { data: offered = [] } = useQuery(query(languages.list, {}))
  const form = useFields(profile.update, startOf(of))
  const isDirty = form.isDirty()
  const { isKept } = form
  useEffect(() => onDirty(card, isDirty, isKept), [onDirty, card, isDirty, isKept])
  const { submit, isSending } = useSubmit(async () => {
    const body = form.read()
    if (!body) return
    try {
      const saved = await call(profile.update, { body })
      form.resetDirty()
      await profileWasSaved({ before: of, after: saved, offered })
    } catch (error) {
      const refused = fieldProblems(error).map(({ field, message }) => [field, message] as const)
      form.setErrors(Object.fromEntries(refused))
    }
  })
  return (
    <form className={styles['form']} onSubmit={submit} noValidate>
      <ImageField {...form.field('avatar', 'ucenter.avatar')} use="picture" />
      <TextField {...form.field('nickName', 'ucenter.nickName')} />
      <TextField {...form.field('realName', 'ucenter.realName')} />
      <CodeField {...form.field('phone', 'ucenter.phone')} />
      <ChoiceField
        {...form.field('language', 'shell.language')}
        options={Object.fromEntries(offered.map(({ code, nativeName }) => [code, nativeName]))}
        none={t('ucenter.languageOfBrowser')}
      />
      <SearchField
        {...form.field('timeZone', 'ucenter.timeZone')}
        options={zones}
        placeholder={t('ucenter.zoneOfComputer')}
        nothingFound={t('kit.noMatch')}
      />
      <ChoiceField {...form.field('dateFormat', 'ucenter.dateFormat')} options={dateTexts()} />
      <Button type="submit" loading={isSending}>
        {t('kit.save')}
      </Button>
    </form>
  )
}

function startOf({ nickName, realName, phone, avatar, ...rest }: Profile) {
  const { language, timeZone, dateFormat } = rest
  return {
    nickName,
    realName,
    phone,
    avatar: avatar ?? '',
    language: language ?? '',
    timeZone: timeZone ?? '',
    dateFormat,
  }
}

/** Each way to write a day, by its pattern. */
function dateTexts(): Readonly<Record<string, string>> {
  const named = dateFormats.map((format): [string, string] => [format, format])
  return { ...Object.fromEntries(named), locale: t('ucenter.dateOfLanguage') }
}
