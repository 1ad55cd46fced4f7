import { site, type TextKey } from '@muster/contract'
import { ownSession } from '../../../kit/scope.ts'
import { serve } from '../../../kit/serve.ts'
import { translate } from '../../../kit/texts.ts'
import { type CharacterClass, defaultRule } from '../../user/session/index.ts'

const classTexts: Readonly<Record<CharacterClass, TextKey>> = {
  upper: 'session.ruleUpper',
  lower: 'session.ruleLower',
  digit: 'session.ruleDigit',
  special: 'session.ruleSpecial',
}

/** What the console shows before anyone signs in; the values an administrator has not set. */
export const siteRoutes = serve(site, ownSession, {
  init: async (_, { platform }) => ({
    webName: 'Terminal Management System',
    logoUrl: null,
    favicon: null,
    copyright: null,
    bgUrl: null,
    sideTitle: 1,
    validCode: 0,
    validationEmail: true,
    verifyType: 0,
    allowUnboundSessions: platform.env.allowUnboundSessions,
  }),
  passwordRule: async (_, { language }) => {
    const { min, max, checked } = defaultRule
    const size = translate(language, 'session.ruleBoth', { min, max })
    const classes = checked.map((one) => translate(language, classTexts[one])).join(', ')
    const rule = classes ? translate(language, 'session.ruleWith', { size, classes }) : size
    return { rule, checked: checked.join(','), min, max }
  },
})
