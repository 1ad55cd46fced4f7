import { lazy, Suspense, useEffect } from 'react'
import { usePrompt } from '../../platform/prompt.ts'
import { useStepUp } from '../../platform/stepUp.ts'
import { closeTool, useOpenTool } from './openTool.ts'
import { followToolKeys } from './toolKeys.ts'

const dialogs = {
  search: lazy(async () => ({ default: (await import('./search/SearchDialog.tsx')).SearchDialog })),
  notices: lazy(async () => ({ default: (await import('./notice/NoticePanel.tsx')).NoticePanel })),
  errors: lazy(async () => ({
    default: (await import('./errors/ErrorLogDialog.tsx')).ErrorLogDialog,
  })),
  tasks: lazy(async () => ({ default: (await import('./tasks/TaskPanel.tsx')).TaskPanel })),
  keys: lazy(async () => ({ default: (await import('./keys/KeysDialog.tsx')).KeysDialog })),
}

const PromptDialog = lazy(async () => ({
  default: (await import('./prompt/PromptDialog.tsx')).PromptDialog,
}))

const StepUpDialog = lazy(async () => ({
  default: (await import('../auth/stepUp/StepUpDialog.tsx')).StepUpDialog,
}))

/** The tool that is open; its code comes when it is first opened. */
export function ToolPlace() {
  const { tool } = useOpenTool()
  useEffect(followToolKeys, [])
  const Dialog = tool && dialogs[tool]
  const isAsking = usePrompt(({ asked }) => asked !== null)
  const isProving = useStepUp(({ waiting }) => waiting.length > 0)
  return (
    <Suspense>
      {Dialog && <Dialog close={closeTool} />}
      {isAsking && <PromptDialog />}
      {isProving && <StepUpDialog />}
    </Suspense>
  )
}
