variable "release_folder" {
  description = "Folder of the release, with template.json and assets.zip."
  type        = string
}

variable "bucket" {
  description = "Existing bucket in the region of the stack. The template and the assets are uploaded to it."
  type        = string
}

variable "key_prefix" {
  description = "Prefix of the uploaded files in the bucket, without a slash at the end."
  type        = string
  default     = "svc-forms"

  validation {
    condition     = can(regex("^[A-Za-z0-9][A-Za-z0-9_.-]*(/[A-Za-z0-9_.-]+)*$", var.key_prefix))
    error_message = "The key_prefix must consist of letters, digits, _ . - and /, for example releases/svc-forms."
  }
}

variable "stage" {
  description = "Name of this installation. The stack is called svc-forms-<stage>."
  type        = string
  default     = "prod"

  validation {
    condition     = can(regex("^[a-z][a-z0-9-]{0,20}$", var.stage)) && !can(regex("aws|amazon|cognito", var.stage))
    error_message = "The stage must be up to 21 of a-z, 0-9 and hyphens, start with a letter, and not contain aws, amazon or cognito."
  }
}

variable "mail_sender" {
  description = "Address that e-mails are sent from. Its domain must be verified in SES in this region. Without it, no e-mails are sent."
  type        = string
  default     = null
}

variable "mail_sender_name" {
  description = "Name that recipients see next to mail_sender."
  type        = string
  default     = null
}

variable "owner_email" {
  description = "E-mail address of the owner of the first account, who is invited to sign in. Needs mail_sender or oidc."
  type        = string
  default     = null
}

variable "oidc" {
  description = "Your OpenID Connect issuer and a public client. Without it, people sign in with a Cognito user pool, which needs mail_sender."
  type = object({
    issuer      = string
    client_id   = string
    trust_email = optional(bool, false)
  })
  default = null

  validation {
    condition     = var.oidc == null || can(regex("^https://", var.oidc.issuer))
    error_message = "The issuer must be an https URL, for example https://login.example.com."
  }
}

variable "domain" {
  description = "Host name of the service and ARN of its certificate, in this region or, with large_posts, in us-east-1. With hosted_zone_id, the stack creates the DNS records."
  type = object({
    name            = string
    certificate_arn = string
    hosted_zone_id  = optional(string)
  })
  default = null
}

variable "alarm_email" {
  description = "E-mail address for alarms. AWS sends a message to confirm the subscription."
  type        = string
  default     = null
}

variable "canary" {
  description = "Whether a test form is submitted every five minutes: on, off, or only on the stage prod."
  type        = string
  default     = "on prod"

  validation {
    condition     = contains(["on prod", "on", "off"], var.canary)
    error_message = "The canary must be \"on prod\", \"on\" or \"off\"."
  }
}

variable "large_posts" {
  description = "Whether to accept form submissions of more than about 4.5 MB. Adds a CloudFront distribution."
  type        = bool
  default     = false
}

variable "log_retention_days" {
  description = "Days before log entries are deleted."
  type        = number
  default     = 30

  validation {
    condition     = contains([1, 3, 5, 7, 14, 30, 60, 90, 180, 365], var.log_retention_days)
    error_message = "The log_retention_days must be 1, 3, 5, 7, 14, 30, 60, 90, 180 or 365."
  }
}

variable "spam_retention_days" {
  description = "Days before spam is deleted."
  type        = number
  default     = 30

  validation {
    condition     = var.spam_retention_days >= 1 && var.spam_retention_days <= 365 && floor(var.spam_retention_days) == var.spam_retention_days
    error_message = "The spam_retention_days must be a whole number from 1 to 365."
  }
}

variable "deletion_protection" {
  description = "Protects tables and the user pool from deletion. Set it to true after the first deployment has succeeded."
  type        = bool
  default     = false
}

variable "tags" {
  description = "Tags for all resources of the stack."
  type        = map(string)
  default     = {}
}
