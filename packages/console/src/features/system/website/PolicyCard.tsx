import { passwordPolicy, policyPresets } from '@muster/contract'
import { t } from '../../../platform/texts.ts'
import { Button } from '../../../ui/controls.ts'
import { SettingForm } from '../../../kit/setting/SettingForm.tsx'
import type { CardProps } from '../../../kit/setting/card.ts'
import { PolicyFields } from './PolicyFields.tsx'
import classes from './website.module.css'

/** The password policy, with ready-made ones to begin with. */
export function PolicyCard(props: CardProps) {
  return (
    <SettingForm of={passwordPolicy} intro="website.policyIntro" {...props}>
      {({ field, fill }) => (
        <>
          <div className={classes.presets}>
            <span>{t('website.policy.preset')}</span>
            <Button variant="default" size="xs" onClick={() => fill(policyPresets.default)}>
              {t('website.policy.presetDefault')}
            </Button>
            <Button variant="default" size="xs" onClick={() => fill(policyPresets.pci)}>
              {t('website.policy.presetPci')}
            </Button>
          </div>
          <PolicyFields field={field} />
        </>
      )}
    </SettingForm>
  )
}
