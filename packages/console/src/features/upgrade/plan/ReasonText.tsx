import { planReasons, type TextKey } from '@muster/contract'
import { t } from '../../../platform/texts.ts'

const keys: readonly TextKey[] = planReasons

/** Why a plan rests or has ended: by itself, or as somebody has typed it. */
export function ReasonText({ reason }: { readonly reason: string }) {
  const key = keys.find((one) => one === reason)
  return <bdi>{key ? t(key) : reason}</bdi>
}
