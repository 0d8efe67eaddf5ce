// Messages for when a tool asks for permission.

export const CREDENTIALS_ASKED = {
  key: 'permission.credentials-asked',
  en: '{path} contains credentials (keys, tokens or passwords); what is read goes to the model',
  zh: '{path} 含有凭据（密钥、令牌或密码）；读取的内容会发送给模型',
} as const
