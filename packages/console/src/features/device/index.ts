export { stateText as commandStateText } from './command/commandTexts.ts'
export { lifecycleTexts, presenceTexts } from './facts/deviceTexts.ts'
