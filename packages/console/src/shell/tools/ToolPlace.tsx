import { useEffect } from 'react'
import { lazyPart } from '../../platform/lazyPart.tsx'
import { usePrompt } from '../../platform/prompt.ts'
import { useStepUp } from '../../platform/stepUp.ts'
import { closeTool, useOpenTool } from './openTool.ts'
import { followToolKeys } from './toolKeys.ts'

const dialogs = {
  search: lazyPart(() => import('./search/SearchDialog.tsx').then((file) => file.SearchDialog)),
  notices: lazyPart(() => import('./notice/NoticePanel.tsx').then((file) => file.NoticePanel)),
  errors: lazyPart(() => import('./errors/ErrorLogDialog.tsx').then((file) => file.ErrorLogDialog)),
  tasks: lazyPart(() => import('./tasks/TaskPanel.tsx').then((file) => file.TaskPanel)),
  keys: lazyPart(() => import('./keys/KeysDialog.tsx').then((file) => file.KeysDialog)),
}

const PromptDialog = lazyPart(() =>
  import('./prompt/PromptDialog.tsx').then((file) => file.PromptDialog),
)

const StepUpDialog = lazyPart(() =>
  import('../auth/stepUp/StepUpDialog.tsx').then((file) => file.StepUpDialog),
)

/** The tool that is open; its code comes when it is first opened. */
export function ToolPlace() {
  const { tool } = useOpenTool()
  useEffect(followToolKeys, [])
  const Dialog = tool && dialogs[tool]
  const isAsking = usePrompt(({ asked }) => asked !== null)
  const isProving = useStepUp(({ waiting }) => waiting.length > 0)
  return (
    <>
      {Dialog && <Dialog close={closeTool} />}
      {isAsking && <PromptDialog />}
      {isProving && <StepUpDialog />}
    </>
  )
}
