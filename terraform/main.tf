# Installs svc-forms from a release folder with CloudFormation.

locals {
  # A new release gets new keys, so that CloudFormation sees the change.
  prefix   = "${var.key_prefix}/${substr(filesha256("${var.release_folder}/template.json"), 0, 16)}"
  template = "${local.prefix}/template.json"
  assets   = "${local.prefix}/assets.zip"

  # CloudFormation uses its own default for parameters that are not set.
  parameters = { for name, value in {
    Stage              = var.stage
    AssetsBucket       = var.bucket
    AssetsKey          = local.assets
    MailSender         = var.mail_sender
    MailSenderName     = var.mail_sender_name
    OwnerEmail         = var.owner_email
    OidcIssuer         = try(var.oidc.issuer, null)
    OidcClientId       = try(var.oidc.client_id, null)
    OidcTrustEmail     = try(tostring(var.oidc.trust_email), null)
    DomainName         = try(var.domain.name, null)
    CertificateArn     = try(var.domain.certificate_arn, null)
    HostedZoneId       = try(var.domain.hosted_zone_id, null)
    AlarmEmail         = var.alarm_email
    Canary             = var.canary
    LargePosts         = tostring(var.large_posts)
    LogRetentionDays   = tostring(var.log_retention_days)
    SpamRetentionDays  = tostring(var.spam_retention_days)
    DeletionProtection = tostring(var.deletion_protection)
  } : name => value if value != null }
}

data "aws_s3_bucket" "release" {
  bucket = var.bucket
}

resource "aws_s3_object" "template" {
  bucket       = var.bucket
  key          = local.template
  source       = "${var.release_folder}/template.json"
  source_hash  = filemd5("${var.release_folder}/template.json")
  content_type = "application/json"

  # Delete the old files only after the stack has been updated.
  lifecycle {
    create_before_destroy = true
  }
}

resource "aws_s3_object" "assets" {
  bucket      = var.bucket
  key         = local.assets
  source      = "${var.release_folder}/assets.zip"
  source_hash = filemd5("${var.release_folder}/assets.zip")

  # Delete the old files only after the stack has been updated.
  lifecycle {
    create_before_destroy = true
  }
}

resource "aws_cloudformation_stack" "service" {
  name         = "svc-forms-${var.stage}"
  template_url = "https://${data.aws_s3_bucket.release.bucket_regional_domain_name}/${aws_s3_object.template.key}"
  parameters   = local.parameters
  capabilities = ["CAPABILITY_IAM"]
  tags         = var.tags

  depends_on = [aws_s3_object.assets]

  timeouts {
    create = "60m"
    update = "60m"
    delete = "60m"
  }
}
