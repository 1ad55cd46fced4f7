export { askCommand } from './command/askedCommand.ts'
export { commandIcons } from './command/commandIcons.ts'
export { permissionOf } from './command/commandRules.ts'
export { commandText } from './command/commandTexts.ts'
