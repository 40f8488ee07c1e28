# A stage with e-mails, alarms and its own domain.

provider "aws" {
  region = "eu-central-1"
}

resource "aws_s3_bucket" "releases" {
  bucket_prefix = "svc-forms-releases-"
}

module "forms" {
  source = "../"

  release_folder = "${path.module}/../.."
  bucket         = aws_s3_bucket.releases.bucket

  stage       = "prod"
  mail_sender = "forms@example.com"
  alarm_email = "ops@example.com"
  owner_email = "ada@example.com"

  domain = {
    name            = "forms.example.com"
    certificate_arn = "arn:aws:acm:eu-central-1:111122223333:certificate/12345678-1234-1234-1234-123456789012"
    hosted_zone_id  = "Z0123456789ABC"
  }
}

output "console_url" {
  value = module.forms.console_url
}
