import { useId } from 'react'
import { t } from '../../../platform/texts.ts'
import detail from '../detail/detail.module.css'
import type { OrganizationTabProps } from '../detail/tabProps.ts'
import { EnrolmentKeys } from './EnrolmentKeys.tsx'
import { OtherKeys } from './OtherKeys.tsx'

/** The keys of an organisation: those that terminals enrol with, and the others by kind. */
export function KeysTab({ organization }: OrganizationTabProps) {
  const enrolment = useId()
  const others = useId()
  return (
    <div className={detail.column}>
      <section className={detail.panel} aria-labelledby={enrolment}>
        <h2 id={enrolment}>{t('organization.keys.enrolment')}</h2>
        <EnrolmentKeys organization={organization} />
      </section>
      <section className={detail.panel} aria-labelledby={others}>
        <h2 id={others}>{t('organization.keys.others')}</h2>
        <OtherKeys organization={organization} />
      </section>
    </div>
  )
}
