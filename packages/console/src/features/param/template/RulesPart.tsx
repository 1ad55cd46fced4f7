import type { TemplateRule } from '@muster/contract'
import { t } from '../../../platform/texts.ts'
import { Button, Textarea, TextInput } from '../../../ui/controls.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import classes from './design.module.css'
import type { Design } from './useDesign.ts'

const examples = [
  'p.MODE != "TLS" || p.PORT == 443',
  'p["net.host"] != "" || !p.ONLINE',
  'p.AIDS.all(a, a.floor <= 100)',
]

/** Rules over several values, and what is wrong with them, at their place. */
export function RulesPart({ design }: { readonly design: Design }) {
  const { content, edit, faults } = design
  const set = (rules: readonly TemplateRule[]) => edit({ ...content, rules: [...rules] })
  const { rules } = content
  return (
    <div className={classes.panel}>
      <p className={classes.quiet}>{t('paramTemplate.rulesText')}</p>
      <ul className={classes.examples}>
        {examples.map((example) => (
          <li key={example}>
            <code dir="ltr">{example}</code>
          </li>
        ))}
      </ul>
      {rules.map((rule, at) => (
        <RuleLine
          // An expression that is being typed is no identity: the place is.
          key={at}
          rule={rule}
          faults={faults.filter(({ part, index }) => part === 'rules' && index === at)}
          set={(to) => set(rules.with(at, { ...rule, ...to }))}
          remove={() => set(rules.toSpliced(at, 1))}
        />
      ))}
      <div>
        <Button
          variant="default"
          disabled={rules.length >= 200}
          onClick={() => set([...rules, { expression: '', message: '' }])}
        >
          {t('paramTemplate.addRule')}
        </Button>
      </div>
    </div>
  )
}

interface RuleLineProps {
  readonly rule: TemplateRule
  readonly faults: Design['faults']
  readonly set: (to: Partial<TemplateRule>) => void
  readonly remove: () => void
}

function RuleLine({ rule: { expression, message }, faults, set, remove }: RuleLineProps) {
  const isOfMessage = ({ key }: Design['faults'][number]) => key === 'paramTemplate.fault.noMessage'
  const fault = faults.find((one) => !isOfMessage(one))
  const unsaid = faults.find(isOfMessage)
  return (
    <div className={classes.rule}>
      <Textarea
        label={t('paramTemplate.expression')}
        dir="ltr"
        rows={2}
        spellCheck={false}
        classNames={{ input: classes.code ?? '' }}
        value={expression}
        maxLength={1000}
        error={fault && t(fault.key, fault.params)}
        onChange={(event) => set({ expression: event.currentTarget.value })}
      />
      {fault?.span && <Where text={expression} {...fault.span} />}
      <TextInput
        label={t('paramTemplate.message')}
        placeholder={t('paramTemplate.newRule')}
        value={message}
        maxLength={255}
        error={unsaid && t(unsaid.key)}
        onChange={(event) => set({ message: event.currentTarget.value })}
      />
      <IconButton icon="trash" label={t('paramTemplate.removeRule')} onClick={remove} />
    </div>
  )
}

/** The expression once more, with the part that is wrong marked. */
function Where({
  text,
  from,
  to,
}: {
  readonly text: string
  readonly from: number
  readonly to: number
}) {
  if (from === 0 && to >= text.length) return null
  return (
    <pre className={classes.where} dir="ltr" aria-hidden="true">
      {text.slice(0, from)}
      <mark>{text.slice(from, Math.max(to, from + 1)) || ' '}</mark>
      {text.slice(Math.max(to, from + 1))}
    </pre>
  )
}
